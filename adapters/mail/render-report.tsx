import type { CSSProperties } from "react";
import type { ReportRenderer } from "../../core/ports.ts";
import { reportSubject } from "../../core/report/subject.ts";
import { type ReportList, type ReportSummary, summarise } from "../../core/report/summary.ts";
import { reportText } from "../../core/report/text.ts";

type Email = typeof import("react-email");

/**
 * Renders a report as a mail. The text and the HTML part say the same; every text is escaped by React.
 * react-email takes 0.4 s to load, so it is loaded with the first mail.
 */
export const renderReport: ReportRenderer = async (facts) => {
  const email = await import("react-email");
  const summary = summarise(facts);
  const html = await email.render(<ReportMail email={email} summary={summary} />);
  return { subject: reportSubject(facts), text: reportText(summary), html };
};

function ReportMail({ email, summary }: { readonly email: Email; readonly summary: ReportSummary }) {
  const { Html, Head, Preview, Body, Container, Heading, Link, Text } = email;
  return (
    <Html lang="en">
      <Head />
      <Preview>{summary.headline}</Preview>
      <Body style={STYLE.body}>
        <Container style={STYLE.container}>
          <Heading as="h1" style={STYLE.heading}>
            {summary.headline}
          </Heading>
          <FactTable facts={summary.facts} />
          {summary.lists.map((list) => (
            <JobList key={list.title} email={email} list={list} />
          ))}
          <Text style={STYLE.text}>
            <Link href={summary.page}>Open the batch</Link>
          </Text>
          <Text style={STYLE.text}>
            {summary.attachments.note}{" "}
            {summary.attachments.links.map(({ label, url }, place) => (
              <span key={label}>
                {place > 0 && ", "}
                <Link href={url}>{label}</Link>
              </span>
            ))}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

function FactTable({ facts }: { readonly facts: ReportSummary["facts"] }) {
  return (
    <table style={STYLE.table}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row" style={STYLE.label}>
              {label}
            </th>
            <td style={STYLE.value}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function JobList({ email, list }: { readonly email: Email; readonly list: ReportList }) {
  const { Heading, Text } = email;
  return (
    <>
      <Heading as="h2" style={STYLE.subheading}>
        {list.title}
      </Heading>
      <ul style={STYLE.list}>
        {list.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {list.more && <Text style={STYLE.text}>{list.more}</Text>}
    </>
  );
}

const STYLE = {
  body: { backgroundColor: "#ffffff", color: "#1c1917", fontFamily: "Inter, Helvetica, Arial, sans-serif" },
  container: { maxWidth: "640px", padding: "24px 16px" },
  heading: { fontSize: "20px", lineHeight: "28px", margin: "0 0 16px" },
  subheading: { fontSize: "16px", lineHeight: "24px", margin: "24px 0 8px" },
  text: { fontSize: "14px", lineHeight: "22px", margin: "16px 0 0" },
  table: { borderCollapse: "collapse", fontSize: "14px", lineHeight: "22px" },
  label: {
    color: "#57534e",
    fontWeight: 400,
    padding: "2px 16px 2px 0",
    textAlign: "left",
    verticalAlign: "top",
  },
  value: { padding: "2px 0", overflowWrap: "anywhere" },
  list: { fontSize: "14px", lineHeight: "22px", margin: "0", overflowWrap: "anywhere", paddingLeft: "20px" },
} as const satisfies Record<string, CSSProperties>;
