import ts from "typescript";
import type { SourceTypes } from "./source-types.ts";

/**
 * Text for arguments. `long`: one long text wherever text can be; `many`: short ones, and long lists of them; `one`: an
 * element of such a list.
 */
export type Hostile = { readonly text: string; readonly shape: "long" | "many" | "one" };

/** Makes a value; `number` tells one element of a list from the others. */
export type Make = (hostile: Hostile, number: number) => unknown;

/** Values by the name of their type, for types the syntax does not tell. */
export type TypeMakers = Readonly<Record<string, (hostile: Hostile, number?: number) => unknown>>;

export type At = { readonly file: string; readonly types: SourceTypes; readonly makers: TypeMakers };

/** A type whose value has to be given by hand. */
export class Unmakeable extends Error {}

/** Characters of each text where there are many. */
const SHORT = 16;

/** The text an argument is filled with, the `number`th of its kind. */
export function textOf({ text, shape }: Hostile, number = 0): string {
  if (shape === "long") return text;
  const at = (number * SHORT) % text.length;
  return `${text.slice(at, at + SHORT)}${number}`;
}

/** How many elements a list has. */
export function countOf({ text, shape }: Hostile): number {
  return shape === "many" ? Math.ceil(text.length / SHORT) : 1;
}

/** Inside a list every other list has one element, or the whole would grow with the square of the text. */
function listOf<Value>(hostile: Hostile, make: (hostile: Hostile, place: number) => Value): Value[] {
  const inner: Hostile = hostile.shape === "many" ? { ...hostile, shape: "one" } : hostile;
  return Array.from({ length: countOf(hostile) }, (_, place) => make(inner, place));
}

const KEYWORDS: Readonly<Partial<Record<ts.SyntaxKind, Make>>> = {
  [ts.SyntaxKind.StringKeyword]: textOf,
  [ts.SyntaxKind.UnknownKeyword]: textOf,
  [ts.SyntaxKind.NumberKeyword]: () => 7,
  [ts.SyntaxKind.BigIntKeyword]: () => 7n,
  [ts.SyntaxKind.BooleanKeyword]: () => true,
  [ts.SyntaxKind.UndefinedKeyword]: () => undefined,
  [ts.SyntaxKind.ObjectKeyword]: () => ({}),
};

/** How values of a type are made that hold hostile text wherever they can. */
export function makerOf(node: ts.Node | undefined, at: At): Make {
  if (node === undefined) throw new Unmakeable("a parameter without a type");
  return KEYWORDS[node.kind] ?? makerOfNode(node, at);
}

function makerOfNode(node: ts.Node, at: At): Make {
  if (ts.isLiteralTypeNode(node)) return always(literalOf(node.literal));
  if (ts.isParenthesizedTypeNode(node) || ts.isNamedTupleMember(node)) return makerOf(node.type, at);
  if (ts.isArrayTypeNode(node)) return listMaker(makerOf(node.elementType, at));
  if (ts.isTupleTypeNode(node)) return tupleMaker(node.elements.map((element) => makerOf(element, at)));
  if (ts.isUnionTypeNode(node)) return makerOf(richestOf(node.types), at);
  if (ts.isIntersectionTypeNode(node)) return mergeMaker(node.types.map((type) => makerOf(type, at)));
  if (ts.isFunctionTypeNode(node)) return always(() => undefined);
  if (ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node)) return objectMaker(node.members, at);
  return makerOfOther(node, at);
}

function makerOfOther(node: ts.Node, at: At): Make {
  if (ts.isTypeOperatorNode(node))
    return node.operator === ts.SyntaxKind.KeyOfKeyword
      ? always(keyOf(node.type, at))
      : makerOf(node.type, at);
  if (ts.isTemplateLiteralTypeNode(node))
    return (hostile, number) => `${node.head.text}${textOf(hostile, number)}`;
  if (ts.isIndexedAccessTypeNode(node)) return accessMaker(node, at);
  if (ts.isTypeReferenceNode(node)) return referenceMaker(node, at);
  throw new Unmakeable(node.getText());
}

const always =
  (value: unknown): Make =>
  () =>
    value;
const listMaker =
  (make: Make): Make =>
  (hostile) =>
    listOf(hostile, make);
const tupleMaker =
  (makes: readonly Make[]): Make =>
  (...given) =>
    makes.map((make) => make(...given));
const mergeMaker =
  (makes: readonly Make[]): Make =>
  (...given) =>
    Object.assign({}, ...makes.map((make) => make(...given)));

/** The member of a union with the most to it: text before all, an object before a literal. */
function richestOf(types: readonly ts.TypeNode[]): ts.TypeNode | undefined {
  const rank = (type: ts.TypeNode) => {
    if (type.kind === ts.SyntaxKind.StringKeyword) return 3;
    if (type.kind === ts.SyntaxKind.UndefinedKeyword) return 0;
    return ts.isLiteralTypeNode(type) ? 1 : 2;
  };
  return [...types].sort((a, b) => rank(b) - rank(a))[0];
}

function literalOf(literal: ts.Node): unknown {
  if (ts.isStringLiteral(literal)) return literal.text;
  if (ts.isNumericLiteral(literal)) return Number(literal.text);
  return literal.kind === ts.SyntaxKind.NullKeyword ? null : literal.kind === ts.SyntaxKind.TrueKeyword;
}

function objectMaker(members: ts.NodeArray<ts.TypeElement>, at: At): Make {
  const makers = members.flatMap((member): [string, Make][] => {
    if (ts.isIndexSignatureDeclaration(member)) return [["any", makerOf(member.type, at)]];
    if (ts.isMethodSignature(member)) return [[member.name.getText(), always(() => undefined)]];
    return ts.isPropertySignature(member) ? [[plain(member.name.getText()), makerOf(member.type, at)]] : [];
  });
  return (...given) => Object.fromEntries(makers.map(([name, make]) => [name, make(...given)]));
}

const plain = (name: string) => name.replace(/^["']|["']$/g, "");

type Generic = (first: Make, last: Make) => Make;

const entriesOf = (hostile: Hostile, make: Make) =>
  listOf(hostile, (inner, place) => [textOf(inner, place), make(inner, place)] as const);
const whole: Generic = (first) => first;

/** Types of TypeScript and the platform, by the makers of their first and last argument. */
const GENERICS: Readonly<Record<string, Generic>> = {
  Date: () => () => new Date("2026-01-31T12:00:00Z"),
  AbortSignal: () => () => new AbortController().signal,
  Error: () => (hostile) => new Error(textOf(hostile)),
  URL: () => (hostile) => new URL(`https://h.example.org/${textOf(hostile)}?a=${textOf(hostile)}`),
  Uint8Array: () => (hostile, number) => new TextEncoder().encode(textOf(hostile, number)),
  ReadonlyArray: listMaker,
  Iterable: listMaker,
  ReadonlySet: (first) => (hostile) => new Set(listOf(hostile, first)),
  ReadonlyMap: (_, last) => (hostile) => new Map(entriesOf(hostile, last)),
  Record: (_, last) => (hostile) => Object.fromEntries(entriesOf(hostile, last)),
  AsyncIterable: (first) => (hostile, number) => inChunks(first(hostile, number)),
  Readonly: whole,
  Partial: whole,
  Pick: whole,
  Omit: whole,
  NonNullable: whole,
  Exclude: whole,
  Extract: whole,
};

async function* inChunks(given: unknown): AsyncGenerator<unknown> {
  if (!(given instanceof Uint8Array)) yield given;
  else for (let from = 0; from < given.length; from += 65_536) yield given.subarray(from, from + 65_536);
}

function referenceMaker({ typeName, typeArguments = [] as never }: ts.TypeReferenceNode, at: At): Make {
  const name = typeName.getText();
  const given = at.makers[name];
  if (given) return given;
  const generic = at.types.get(at.file)?.has(name) ? undefined : GENERICS[name];
  if (!generic) return makerOf(...follow(name, at));
  const lazy = (type: ts.TypeNode | undefined): Make => {
    const make = type && makerOf(type, at);
    return make ?? always(undefined);
  };
  // the keys a type picks need no maker
  const last = generic === whole ? undefined : typeArguments.at(-1);
  return generic(lazy(typeArguments[0]), lazy(last));
}

/** The syntax a name stands for, and where that is. */
function follow(name: string, at: At): [ts.Node, At] {
  const known = at.types.get(at.file)?.get(name);
  if (known === undefined || ("node" in known && ts.isClassDeclaration(known.node)))
    throw new Unmakeable(name);
  return "node" in known ? [known.node, at] : follow(known.name, { ...at, file: known.from });
}

/** `(typeof LIST)[number]`, `Type["property"]`. */
function accessMaker({ objectType, indexType }: ts.IndexedAccessTypeNode, at: At): Make {
  const inner = ts.isParenthesizedTypeNode(objectType) ? objectType.type : objectType;
  if (ts.isTypeQueryNode(inner)) return always(firstOf(inner.exprName.getText(), at));
  const make = makerOf(inner, at);
  const property = plain(indexType.getText());
  return (...given) => new Map(Object.entries(Object(make(...given)))).get(property);
}

function keyOf(type: ts.TypeNode, at: At): string {
  if (!ts.isTypeQueryNode(type)) throw new Unmakeable(type.getText());
  return firstOf(type.exprName.getText(), at);
}

/** The first element of a constant list, the first key of a constant object. */
function firstOf(name: string, at: At): string {
  let [node] = follow(`const ${name}`, at);
  while (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) node = node.expression;
  if (ts.isArrayLiteralExpression(node) && node.elements[0] && ts.isStringLiteral(node.elements[0]))
    return node.elements[0].text;
  const [key] = ts.isObjectLiteralExpression(node) ? node.properties : [];
  if (key?.name) return plain(key.name.getText());
  throw new Unmakeable(name);
}
