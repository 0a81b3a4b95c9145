import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { type Named, type Place, type SourceTypes, typesOf } from "./source-types.ts";

/** Something a file exports that is called with text. `owner`: the constructor of a method's class. */
export type TextTaker = {
  readonly file: string;
  /** `file#function` or `file#Class.method`. */
  readonly name: string;
  readonly parameters: readonly ts.ParameterDeclaration[];
  readonly owner?: { readonly name: string; readonly parameters: readonly ts.ParameterDeclaration[] };
};

export const ROOT = path.resolve(import.meta.dirname, "../..");
/** Types that may hold text of any length without saying so. */
const TEXTS: ReadonlySet<string> = new Set([
  "Uint8Array",
  "URL",
  "Request",
  "Headers",
  "Error",
  "WaybillError",
]);

/**
 * Every exported function, and every public method of an exported class, below these folders that takes text: by a
 * parameter whose type is, or holds at any depth, string, bytes or unknown. Only the syntax is read, so that it takes a
 * second and not ten; a type that cannot be told counts as text.
 */
export function findTextTakers(folders: readonly string[]): {
  readonly takers: readonly TextTaker[];
  readonly types: SourceTypes;
} {
  const sources = folders.flatMap(filesBelow).map((file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  });
  const types: SourceTypes = new Map(sources.map((source) => [source.fileName, typesOf(source)]));
  const takers = sources.flatMap((source) => {
    const { fileName: file } = source;
    const takes = (parameter: ts.ParameterDeclaration) => holdsText(parameter, { file, types }, new Set());
    return source.statements
      .filter(isExported)
      .flatMap((statement) => callablesOf(statement, file))
      .filter(({ parameters }) => parameters.some(takes));
  });
  return { takers, types };
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .sort();
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function callablesOf(statement: ts.Statement, file: string): TextTaker[] {
  if (ts.isFunctionDeclaration(statement) && statement.name)
    return [{ file, name: `${file}#${statement.name.text}`, parameters: statement.parameters }];
  if (ts.isClassDeclaration(statement) && statement.name)
    return methodsOf(statement, statement.name.text, file);
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    const isFunction =
      initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
    return isFunction
      ? [{ file, name: `${file}#${name.getText()}`, parameters: initializer.parameters }]
      : [];
  });
}

function methodsOf({ members }: ts.ClassDeclaration, name: string, file: string): TextTaker[] {
  const owner = { name, parameters: members.find(ts.isConstructorDeclaration)?.parameters ?? [] };
  return members.flatMap((member) =>
    ts.isMethodDeclaration(member) && !ts.isPrivateIdentifier(member.name)
      ? [{ file, name: `${file}#${name}.${member.name.getText()}`, parameters: member.parameters, owner }]
      : [],
  );
}

type Looking = { readonly file: string; readonly types: SourceTypes };

function holdsText(node: ts.Node | undefined, at: Looking, seen: ReadonlySet<string>): boolean {
  if (node === undefined) return true;
  if (ts.isParameter(node) && node.type === undefined)
    // typed by what the function is assigned to, which the syntax does not tell
    return node.initializer === undefined || ts.isStringLiteral(node.initializer);
  if (ts.isParameter(node)) return holdsText(node.type, at, seen);
  if (node.kind === ts.SyntaxKind.StringKeyword || node.kind === ts.SyntaxKind.UnknownKeyword) return true;
  // what is told through a callback is not the caller's
  if (ts.isFunctionTypeNode(node) || ts.isMethodSignature(node) || ts.isTypeQueryNode(node)) return false;
  // an object of a class holds what its properties hold
  if (ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node) || ts.isAccessor(node)) return false;
  if (ts.isTypeReferenceNode(node) && namesText(node.typeName.getText(), at, seen)) return true;
  return ts.forEachChild(node, (child) => holdsText(child, at, seen) || undefined) ?? false;
}

function namesText(name: string, { file, types }: Looking, seen: ReadonlySet<string>): boolean {
  if (TEXTS.has(name) || name.startsWith("z.")) return true;
  const key = `${file} ${name}`;
  const known: Named | undefined = seen.has(key) ? undefined : types.get(file)?.get(name);
  if (known === undefined) return false;
  const next = new Set([...seen, key]);
  const place: Place | undefined = "from" in known ? known : undefined;
  if (place) return namesText(place.name, { file: place.from, types }, next);
  return "node" in known && holdsText(known.node, { file, types }, next);
}
