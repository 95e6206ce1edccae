import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Example } from './examples.js';
import { ROOT } from './pages.js';

/** The folder that examples have while they are compiled. No file is written. */
const FOLDER = join(ROOT, 'test/house/docs/examples');

/** The compiler's diagnostics for each example, at their place in its page. */
export function compileExamples(examples: readonly Example[]): readonly string[] {
  const texts = new Map(examples.map((example) => [pathOf(example), example.text]));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram([...texts.keys()], options, hostOf(options, texts));
  return examples.flatMap((example) => {
    const file = program.getSourceFile(pathOf(example));
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      (diagnostic) => describe(example, diagnostic),
    );
  });
}

function pathOf({ file }: Example): string {
  return join(FOLDER, file);
}

function hostOf(options: ts.CompilerOptions, texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const folders = new Set([...texts.keys()].map((path) => dirname(path)));
  return {
    ...host,
    fileExists: (path) => texts.has(path) || host.fileExists(path),
    directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    getSourceFile: (path, language) => {
      const text = texts.get(path);
      return text === undefined
        ? host.getSourceFile(path, language)
        : ts.createSourceFile(path, text, language, true);
    },
  };
}

function describe({ block, offset }: Example, diagnostic: ts.Diagnostic): string {
  const { file, start = 0, code, messageText } = diagnostic;
  const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) - offset + block.line;
  return `${block.page}:${line} TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
}
