import { dirname } from 'node:path';
import { describeCompilerDiagnostic } from '../../../diagnostics/compiler-catalogue.js';
import type { SourceDiagnostic } from '../../diagnostics/source-diagnostic.js';
import { ts } from '../../program/typescript.js';

const OLDEST = ts.ScriptTarget.ES2015;

/** The text of the diagnostic, and the line of a `tsconfig.json` to change where one has it. */
export type OldTarget = Pick<SourceDiagnostic, 'code' | 'text'> &
  Partial<Pick<SourceDiagnostic, 'file' | 'start' | 'length'>>;

/**
 * The diagnostic of a target below ES2015; `undefined` where the target is supported. ES5 builds, and the
 * application crashes: a class compiled to a function cannot extend those of Nest and of this package,
 * which are ECMAScript classes.
 */
export function oldTarget(options: ts.CompilerOptions): OldTarget | undefined {
  const { target, configFilePath } = options;
  if (target === undefined || target >= OLDEST) return undefined;
  const place = typeof configFilePath === 'string' ? placeOfTarget(configFilePath) : undefined;
  const { fileName = 'the compiler options' } = place?.file ?? {};
  const received = `"target": "${ts.ScriptTarget[target]}"`;
  const text = describeCompilerDiagnostic('RR2019', fileName, received);
  return { code: 'RR2019', text, ...place };
}

/** Where `target` stands: in the file itself, or in one that it extends. */
function placeOfTarget(
  path: string,
): Pick<SourceDiagnostic, 'file' | 'start' | 'length'> | undefined {
  const read = (fileName: string) =>
    ts.readJsonConfigFile(fileName, (name) => ts.sys.readFile(name));
  const config = read(path);
  // Fills in `extendedSourceFiles`.
  ts.parseJsonSourceFileConfigFileContent(config, ts.sys, dirname(path), undefined, path);
  for (const file of [config, ...(config.extendedSourceFiles ?? []).map(read)]) {
    const node = targetIn(file);
    if (node !== undefined) {
      const start = node.getStart(file);
      return { file, start, length: node.getEnd() - start };
    }
  }
  return undefined;
}

function targetIn(file: ts.TsConfigSourceFile): ts.Node | undefined {
  const [root] = file.statements;
  return root === undefined
    ? undefined
    : propertyOf(propertyOf(root.expression, 'compilerOptions')?.initializer, 'target');
}

function propertyOf(node: ts.Node | undefined, name: string): ts.PropertyAssignment | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  return node.properties.find(
    (property): property is ts.PropertyAssignment =>
      ts.isPropertyAssignment(property) &&
      ts.isStringLiteral(property.name) &&
      property.name.text === name,
  );
}
