import type { CSSProperties } from "react";
import { type Letter, letterText, letterWords } from "../../core/mail/letter.ts";
import type { LetterRenderer } from "../../core/ports.ts";

type Email = typeof import("react-email");

/**
 * Renders a mail about an account. The text and the HTML part say the same; every text is escaped by React.
 * react-email takes 0.4 s to load, so it is loaded with the first mail.
 */
export const renderLetter: LetterRenderer = async (letter, link) => {
  const email = await import("react-email");
  const html = await email.render(<LetterMail email={email} letter={letter} link={link} />);
  return { text: letterText(letter, link), html };
};

type Props = { readonly email: Email; readonly letter: Letter; readonly link: string };

function LetterMail({ email, letter, link }: Props) {
  const { Html, Head, Preview, Body, Container, Link, Text } = email;
  const { subject, before, act, after } = letterWords(letter);
  return (
    <Html lang="en">
      <Head />
      <Preview>{subject}</Preview>
      <Body style={STYLE.body}>
        <Container style={STYLE.container}>
          {before.map((line) => (
            <Text key={line} style={STYLE.text}>
              {line}
            </Text>
          ))}
          <Text style={STYLE.text}>
            <Link href={link} style={STYLE.act}>
              {act}
            </Link>
            <br />
            {link}
          </Text>
          {after.map((line) => (
            <Text key={line} style={STYLE.text}>
              {line}
            </Text>
          ))}
        </Container>
      </Body>
    </Html>
  );
}

const STYLE = {
  body: { backgroundColor: "#ffffff", color: "#1c1917", fontFamily: "Inter, Helvetica, Arial, sans-serif" },
  container: { maxWidth: "640px", padding: "24px 16px" },
  text: { fontSize: "14px", lineHeight: "22px", margin: "0 0 16px", overflowWrap: "anywhere" },
  act: { fontWeight: 600 },
} as const satisfies Record<string, CSSProperties>;
