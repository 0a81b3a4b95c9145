import path from "node:path";
import ts from "typescript";

/** Where an imported name is declared. */
export type Place = { readonly from: string; readonly name: string };
/** A type's or constant's own syntax, or where it comes from. */
export type Named = Place | { readonly node: ts.Node };
/** The names of each file. */
export type SourceTypes = ReadonlyMap<string, ReadonlyMap<string, Named>>;

/** The types and constants a file declares, and those it imports from other files. */
export function typesOf(source: ts.SourceFile): ReadonlyMap<string, Named> {
  return new Map(source.statements.flatMap((statement) => namesIn(statement, source.fileName)));
}

function namesIn(statement: ts.Statement, file: string): [string, Named][] {
  if (ts.isTypeAliasDeclaration(statement)) return [[statement.name.text, { node: statement.type }]];
  if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name ? [[statement.name.text, { node: statement }]] : [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name, initializer }): [string, Named][] =>
      initializer ? [[`const ${name.getText()}`, { node: initializer }]] : [],
    );
  return ts.isImportDeclaration(statement) ? importedBy(statement, file) : [];
}

function importedBy(
  { moduleSpecifier, importClause }: ts.ImportDeclaration,
  file: string,
): [string, Named][] {
  const target = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
  const names = importClause?.namedBindings;
  if (!target.startsWith(".") || !names || !ts.isNamedImports(names)) return [];
  const from = path.join(path.dirname(file), target);
  return names.elements.flatMap(({ name, propertyName }): [string, Named][] => {
    const own = (propertyName ?? name).text;
    return [
      [name.text, { from, name: own }],
      [`const ${name.text}`, { from, name: `const ${own}` }],
    ];
  });
}
