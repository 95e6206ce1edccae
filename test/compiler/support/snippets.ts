import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { createProjectView, type ProjectView } from '../../../lib/compiler/program/project-view.js';
import { createSourceHost } from '../../../lib/compiler/project.js';
import { createTypeScope } from '../../../lib/compiler/types/read-type.js';
import type { TypeReading, TypeScope } from '../../../lib/compiler/types/type-reading.js';

const FOLDER = fileURLToPath(new URL('../snippets/', import.meta.url));

/** What every snippet may name; without the whole package, a program is made in a moment. */
const IMPORTS = `import type { int } from '../../../lib/types/int.js';
import { RestRequest } from '../../../lib/routes/rest-request.js';
`;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts'],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/** A snippet that is compiled: its file and the view of the program. */
export interface Snippet {
  readonly file: ts.SourceFile;
  readonly view: ProjectView;
}

/** Compiles texts as the files of one program; none of them is written to the disk. */
export function compileSnippets(texts: readonly string[]): readonly Snippet[] {
  const host = createSourceHost(OPTIONS);
  const names = texts.map((_, index) => `${FOLDER}snippet-${index}.ts`);
  names.forEach((name, index) => host.replace(name, `${IMPORTS}${texts[index]}\n`));
  const fileExists = (name: string) => names.includes(name) || host.fileExists(name);
  const { directoryExists: _noFolder, ...rest } = host;
  const program = ts.createProgram(names, OPTIONS, { ...rest, fileExists });
  const view = createProjectView(program);
  return names.map((name) => {
    const file = program.getSourceFile(name);
    if (file === undefined) throw new Error(`${name} is not in the program.`);
    return { file, view };
  });
}

/** The type of `value: …` in the class `Home` of a snippet, and the scope to read it in. */
export function valueType({ file, view }: Snippet): {
  readonly node: ts.TypeNode;
  readonly scope: TypeScope;
} {
  const home = file.statements
    .filter(ts.isClassDeclaration)
    .find(({ name }) => name?.text === 'Home');
  const value = home?.members.find(ts.isPropertyDeclaration);
  if (home === undefined || value?.type === undefined)
    throw new Error('No class Home { value: … }');
  return { node: value.type, scope: createTypeScope(view, home) };
}

/** The reading of that type as the type of an argument. */
export function readValueType(snippet: Snippet): TypeReading {
  const { node, scope } = valueType(snippet);
  const type = snippet.view.checker.getTypeFromTypeNode(node);
  return scope.readType(type, node, node, scope);
}

/** The initializer of the last `const` of a snippet. */
export function lastInitializer({ file }: Snippet): ts.Expression {
  const statement = file.statements.findLast(ts.isVariableStatement);
  const initializer = statement?.declarationList.declarations[0]?.initializer;
  if (initializer === undefined) throw new Error('No const with a value.');
  return initializer;
}
