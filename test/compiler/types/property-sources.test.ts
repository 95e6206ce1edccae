import { expect, test } from 'vitest';
import { ts } from '../../../lib/compiler/program/typescript.js';
import { sourcesOf } from '../../../lib/compiler/program/property-sources.js';

const SOURCE = `
interface A { /** @maxLength 5 */ a: string }
type Renamed = { [Key in keyof A as \`new_\${Key}\`]: A[Key] };
type Both = Renamed & { b: string };
`;

function sources(alias: string, name: string, read?: () => undefined) {
  const file = ts.createSourceFile('/a.ts', SOURCE, ts.ScriptTarget.ES2022, true);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (path) => (path === '/a.ts' ? file : undefined),
  };
  const program = ts.createProgram(['/a.ts'], { noLib: true, types: [] }, host);
  const checker = program.getTypeChecker();
  const node = file.statements
    .filter(ts.isTypeAliasDeclaration)
    .find((one) => one.name.text === alias);
  const type = node === undefined ? undefined : checker.getTypeAtLocation(node.name);
  const property = type?.getProperty(name);
  if (type === undefined || property === undefined) throw new Error(`No ${alias}.${name}`);
  return sourcesOf(type, property, checker, read)?.sources.map(({ declaration }) =>
    declaration?.getText(),
  );
}

test.each(['Renamed', 'Both'])(
  'a renamed property has the declaration it comes from: %s',
  (alias) => {
    expect(sources(alias, 'new_a')).toEqual(['a: string']);
  },
);

test.each(['Renamed', 'Both'])(
  'a version of TypeScript that does not show the source of a renamed property is no silent loss: %s',
  (alias) => {
    expect(sources(alias, 'new_a', () => undefined)).toBeUndefined();
  },
);
