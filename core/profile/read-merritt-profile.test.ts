import { expect, it } from "vitest";
import { slugOfProfile } from "./merritt-keys.ts";
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
  ["ObjectMinterURL: at http://e.org/shoulder/ark:/99999/fk4", /^ObjectMinterURL: The address/],
  ["ObjectMinterURL: http://e.org/shoulder/ark:/99999/fk4/x", /^ObjectMinterURL: The address/],
  ["NotificationType: loud", /^NotificationType: "loud" cannot/],
  ["SuppressDublinCoreLocalID: not true", 'SuppressDublinCoreLocalID: "not true" is neither true nor false.'],
  ["SuppressDublinCoreLocalID: falsely", 'SuppressDublinCoreLocalID: "falsely" is neither true nor false.'],
  ["StorageNode: n7", 'StorageNode: "n7" is not a storage node, which is a number.'],
  ["StorageNode: 7n", 'StorageNode: "7n" is not a storage node, which is a number.'],
  ["MyCollection.1: ark:/99999/fk4x", "MyCollection.1: Profiles have no such key."],
  ["Collection.1x: ark:/99999/fk4x", "Collection.1x: Profiles have no such key."],
  ["Collection.12: maps", /^Collection\.12: "maps" cannot be used as an ARK/],
  ["MyHandlerProcess.1: x", "MyHandlerProcess.1: Profiles have no such key."],
  ["HandlerProcess.1x: x", "HandlerProcess.1x: Profiles have no such key."],
  ["HandlerProcess.12: org.example.Mine", 'HandlerProcess.12: Waybill knows no handler "org.example.Mine".'],
  ["ProfileID: b_content", "ProfileID stands there already, in line 1."],
])("%s", (line, message) => {
  const { problems } = readMerrittProfile(withLine(line));
  expect(problems.map((problem) => problem.line)).toEqual([3]);
  expect(problems.map((problem) => problem.message)).toEqual([
    typeof message === "string" ? message : expect.stringMatching(message),
  ]);
});

it("reports every bad key of a file, with the lines of values that go on", () => {
  const { problems } = readMerrittProfile("Wrong: 1\nNotification.1: a\\\n  b\nPriority: x\n");
  expect(problems.map(({ line }) => line)).toEqual([0, 0, 1, 2, 4]);
});

it("reports in the order of the lines, and what only the settings together show first", () => {
  const mails = Array.from({ length: 21 }, (_, n) => `Notification.${n}: n${n}@example.org`);
  const lines = ["HandlerPolish.1: x", "Ownr: x", ...mails].join("\n");
  const { problems } = readMerrittProfile(withLine(lines));
  expect(problems.map(({ line }) => line)).toEqual([0, 3, 4]);
  expect(problems[0]?.message).toMatch(/^notify: /);
});

it("notes what Waybill does otherwise, line by line, and of all handlers once", () => {
  const { notes } = readMerrittProfile(GOOD);
  expect(notes.map(({ line }) => line)).toEqual([5, 15, 16, 19, 25, 14]);
  expect(notes.map(({ code }) => code)).toEqual(notes.map(() => "profile_note"));
  expect(readMerrittProfile(withLine("Priority: 1")).notes).toEqual([]);
});

it.each([
  ["SuppressDublinCoreLocalID: FALSE", { suppressDublinCoreLocalId: false }, 0],
  ["ObjectMinterURL: https://e.org/shoulder/ark:99999/fk4", { naan: "99999", shoulder: "fk4" }, 1],
  ["NotificationSuppression: partial", { notifySuppression: "none" }, 1],
  ["NotificationType: verbose", {}, 0],
  ["NotificationType: additional", {}, 0],
  ["Priority: 3  ", { priority: 3 }, 0],
])("takes %s", (line, settings, notes) => {
  const read = readMerrittProfile(withLine(line));
  expect(read.problems).toEqual([]);
  expect(read.settings).toMatchObject(settings);
  expect(read.notes).toHaveLength(notes);
});

it("keeps 200 characters of a description as the name", () => {
  expect(readMerrittProfile(withLine(`ProfileDescription: ${"x".repeat(201)}`)).name).toBe("x".repeat(200));
});

it.each([
  ["merritt_demo_content", "merritt-demo"],
  ["A__b_content", "a-b"],
  ["_content", undefined],
  ["__content", undefined],
  ["a_content_b", undefined],
  ["a b_content", undefined],
])("a profile called %s is of the collection %s", (profile, slug) => {
  expect(slugOfProfile(profile)).toBe(slug);
});

it.each([
  ["BatchProcess", "batchProcess", ["Post", "Submit"]],
  ["Queue", "queue", ["Disaggregate", "Submit", "Notification"]],
  ["Initialize", "initialize", ["Initialize", "Accept", "Verify", "Disaggregate"]],
  ["Estimate", "estimate", ["Estimate"]],
  ["Provision", "provision", ["Provision"]],
  ["Download", "download", ["Retrieve"]],
  [
    "Process",
    "process",
    ["Corroborate", "Characterize", "Minter", "Describe", "Document", "Digest", "Transfer"],
  ],
  ["Record", "record", ["InventoryQueue"]],
  ["Notify", "notify", ["Callback", "Cleanup"]],
  ["BatchReport", "batchReport", ["Notification"]],
  ["UpdateBatchReport", "batchReport", ["Notification"]],
])("knows Merritt's handlers of %s", (stage, folder, names) => {
  const lines = names.map(
    (name, n) => `Handler${stage}.${n + 1}: org.cdlib.mrt.ingest.handlers.${folder}.Handler${name}`,
  );
  expect(readMerrittProfile(withLine(lines.join("\n"))).problems).toEqual([]);
});
