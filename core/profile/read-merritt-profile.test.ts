import { expect, it } from "vitest";
import { readMerrittProfile } from "./read-merritt-profile.ts";

const GOOD = `# Maps of the county
ProfileID: county_maps_content
ProfileDescription: Maps of the county
Identifier-scheme: ARK
Identifier-namespace: 13030
Collection.1: ark:/99999/fk4collection
Type: MRT-curatorial
Role: MRT-content
Aggregate:
Owner: ark:/99999/fk4owner
# Notification.1: nobody@example.org
Notification.2: maps@example.org
Notification.3 = archive@example.org
HandlerProcess.3: org.cdlib.mrt.ingest.handlers.process.HandlerMinter
StorageService: http://store.example.org:8080/store
StorageNode: 7777
CreationDate: 2010-01-19T13:28:14-08:00
ModificationDate: 2010-01-26T23:28:14-08:00
ObjectMinterURL: http://ezid.example.org:4567/shoulder/ark:/99999/fk4
CallbackURL: https://user:secret@receiver.example.org/hook
Priority: 03
NotificationSuppression: full
SuppressDublinCoreLocalID: true
EZID_co-owner: maps
Context: county_maps
`;

it("reads every key of a profile", () => {
  const { slug, name, problems, settings } = readMerrittProfile(GOOD);
  expect(problems).toEqual([]);
  expect({ slug, name }).toEqual({ slug: "county-maps", name: "Maps of the county" });
  expect(settings).toMatchObject({
    owner: "ark:/99999/fk4owner",
    collectionArk: "ark:/99999/fk4collection",
    minter: "ezid",
    naan: "99999",
    shoulder: "fk4",
    ezidCoOwner: "maps",
    notify: ["maps@example.org", "archive@example.org"],
    notifySuppression: "all",
    suppressDublinCoreLocalId: true,
    priority: 3,
    callbackUrl: "https://user:secret@receiver.example.org/hook",
  });
});

it("takes back only what the file says, so that an import leaves the other settings alone", () => {
  const { name, given } = readMerrittProfile("ProfileID: a_content\nOwner: ark:/99999/fk4owner\n");
  expect({ name, given }).toEqual({ name: undefined, given: { owner: "ark:/99999/fk4owner" } });
});

it("takes a key without a value for one that is not there", () => {
  const blank = GOOD.replace(/^(?!ProfileID|Owner|#)([^:=\n]+)[:=].*$/gm, "$1:");
  expect(blank).toContain("\nPriority:\n");
  const { name, given, problems } = readMerrittProfile(blank);
  expect({ name, given }).toEqual({ name: undefined, given: { owner: "ark:/99999/fk4owner" } });
  expect(problems.map(({ message }) => message)).toEqual(['HandlerProcess.3: Waybill knows no handler "".']);
});

it.each(["ProfileID", "Owner"])("refuses a blank %s", (key) => {
  const text = { ProfileID: "a_content", Owner: "ark:/99999/fk4owner", [key]: "" };
  const { problems } = readMerrittProfile(`ProfileID: ${text.ProfileID}\nOwner: ${text.Owner}\n`);
  expect(problems.map(({ line }) => line)).toEqual([key === "ProfileID" ? 1 : 2]);
});

const withLine = (line: string) => `ProfileID: a_content\nOwner: ark:/99999/fk4owner\n${line}\n`;

it.each([
  ["Ownr: ark:/99999/fk4x", "Ownr: Profiles have no such key."],
  ["Collection: ark:/99999/fk4x", "Collection: Profiles have no such key."],
  [
    "Collection.1: maps",
    'Collection.1: "maps" cannot be used as an ARK: it does not look like ark:/12345/name.',
  ],
  ["Identifier-scheme: DOI", 'Identifier-scheme: "DOI" cannot be imported: identifiers are ARKs.'],
  ["Type: MRT-system", 'Type: "MRT-system" cannot be imported: only MRT-curatorial objects are deposited.'],
  ["Role: MRT-class", 'Role: "MRT-class" cannot be imported: only profiles of MRT-content take deposits.'],
  ["Notification.1: nobody", 'Notification.1: "nobody" is not an e-mail address.'],
  ["NotificationSuppression: some", 'NotificationSuppression: "some" is neither partial nor full.'],
  ["Priority: 100", 'Priority: "100" is not a priority; priorities go from 0, which is first, to 99.'],
  ["CallbackURL: ftp://a", 'CallbackURL: "ftp://a" is not an address of a web service.'],
  ["StorageNode: seven", 'StorageNode: "seven" is not a storage node, which is a number.'],
  ["CreationDate: once", 'CreationDate: "once" is not a date.'],
  [
    "ObjectMinterURL: http://ezid.example.org/id",
    "ObjectMinterURL: The address does not end with /shoulder/ark:/NAAN/shoulder, so nothing can be minted from it.",
  ],
  ["HandlerProcess.9: org.example.Mine", 'HandlerProcess.9: Waybill knows no handler "org.example.Mine".'],
  ["HandlerPolish.1: org.example.Mine", "HandlerPolish.1: There is no stage HandlerPolish."],
  ["ProfileID: b_content", "ProfileID stands there already, in line 1."],
])("%s", (line, message) => {
  const { problems } = readMerrittProfile(withLine(line));
  expect(problems.map((problem) => problem.line)).toEqual([3]);
  expect(problems.map((problem) => problem.message)).toEqual([message]);
});

it("reports every bad key of a file, with the lines of values that go on", () => {
  const { problems } = readMerrittProfile("Wrong: 1\nNotification.1: a\\\n  b\nPriority: x\n");
  expect(problems.map(({ line }) => line)).toEqual([0, 0, 1, 2, 4]);
});
