import { dirname } from 'node:path';
import { describeCompilerDiagnostic } from '../../../diagnostics/compiler-catalogue.js';
import type { SourceDiagnostic } from '../../diagnostics/source-diagnostic.js';
import { ts } from '../../program/typescript.js';

const OLDEST = ts.ScriptTarget.ES2015;

type Span = Pick<SourceDiagnostic, 'file' | 'start' | 'length'>;

/** The text of the diagnostic, and the line of a `tsconfig.json` to change where one has it. */
export type OldTarget = Pick<SourceDiagnostic, 'code' | 'text'> & Partial<Span>;

/**
 * The diagnostic of a target below ES2015; `undefined` where the target is supported. ES5 builds, and
 * the application crashes: a class compiled to a function cannot extend the ECMAScript classes of Nest
 * and of this package.
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

/** The place of `target` in a configuration file, or in one that it extends. */
function placeOfTarget(path: string): Span | undefined {
  for (const file of withExtended(path)) {
    const node = targetIn(file);
    if (node !== undefined) {
      const start = node.getStart(file);
      return { file, start, length: node.getEnd() - start };
    }
  }
  return undefined;
}

/** A configuration file and those that it extends. */
function withExtended(path: string): readonly ts.TsConfigSourceFile[] {
  const config = readJson(path);
  // Fills in `extendedSourceFiles`.
  ts.parseJsonSourceFileConfigFileContent(config, ts.sys, dirname(path), undefined, path);
  return [config, ...(config.extendedSourceFiles ?? []).map(readJson)];
}

function readJson(fileName: string): ts.TsConfigSourceFile {
  return ts.readJsonConfigFile(fileName, (name) => ts.sys.readFile(name));
}

function targetIn(file: ts.TsConfigSourceFile): ts.Node | undefined {
  const [root] = file.statements;
  return root === undefined
    ? undefined
    : jsonProperty(jsonProperty(root.expression, 'compilerOptions')?.initializer, 'target');
}

function jsonProperty(node: ts.Node | undefined, name: string): ts.PropertyAssignment | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  return node.properties.find(
    (property): property is ts.PropertyAssignment =>
      ts.isPropertyAssignment(property) &&
      ts.isStringLiteral(property.name) &&
      property.name.text === name,
  );
}
