import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(import.meta.dirname, "../../prisma");
const IS_STATEMENT = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/;

/** The name of all statements that Prisma makes of its models, each of which looks up one row or a few by a key. */
export const MADE_BY_PRISMA = "a model's";

/** A statement as it stands in the source: the words between the values and fragments it is made of. */
type Written = { readonly name: string; readonly words: readonly string[] };

/**
 * Tells the statements of prisma apart by their text. The answer names the function or class that a text comes from, as
 * `store/lane/turn#loadTurn`; undefined: it is made by Prisma.
 */
export function openStatements(): (text: string) => string | undefined {
  const written = filesBelow(ROOT).flatMap(statementsIn);
  return (text) =>
    written
      .filter(({ words }) => fits(text, words))
      .sort((one, other) => lengthOf(other) - lengthOf(one))
      .at(0)?.name;
}

const lengthOf = ({ words }: Written) => words.join("").length;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("generated"),
  );
}

function statementsIn(file: string): Written[] {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  const found: Written[] = [];
  for (const top of ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements) {
    if (!(ts.isFunctionDeclaration(top) || ts.isClassDeclaration(top)) || !top.name) continue;
    const name = `${file.replace(/\.ts$/, "")}#${top.name.text}`;
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node)) {
        const words = wordsOf(node.template);
        if (IS_STATEMENT.test(words[0] ?? "")) found.push({ name, words });
      }
      ts.forEachChild(node, visit);
    };
    visit(top);
  }
  return found;
}

function wordsOf(template: ts.TemplateLiteral): readonly string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

/** Whether the text begins and ends with the first and last words, and has the others between them in their order. */
function fits(text: string, words: readonly string[]): boolean {
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (words.length === 1) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const word of words.slice(1, -1)) {
    const found = text.indexOf(word, at);
    if (found < 0) return false;
    at = found + word.length;
  }
  return at <= text.length - last.length;
}
