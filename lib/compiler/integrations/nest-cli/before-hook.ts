import type { FileReading } from '../../signatures/read-class.js';
import { createProgramReader } from '../../signatures/read-program.js';
import {
  uniqueDiagnostics,
  type SourceDiagnostic,
  diagnosticOf,
  outdatedDiagnostic,
  printDiagnostics,
} from '../../source-diagnostic.js';
import { literalProperty, optionOf } from '../../syntax/nodes.js';
import { ts } from '../../program/typescript.js';
import { transformFile } from '../../transform-file.js';
import { stampOf } from '../../attachment.js';
import { dirname } from 'node:path';
import { describeCompilerDiagnostic } from '../../../diagnostics/compiler-catalogue.js';

const OLDEST = ts.ScriptTarget.ES2015;

/** A process in watch mode makes one program after another. */
const readProgram = createProgramReader();

/**
 * The plugin of Nest's command line: `"plugins": ["nestjs-rest-routes"]` under `compilerOptions` in `nest-cli.json`;
 * and of Nx: `"transformers": [{ "name": "nestjs-rest-routes/plugin" }]`. Reads the signatures of all controllers and
 * value classes of a program, attaches them to the compiled classes, and fails the build if a declaration is invalid.
 *
 * Every build has the readings of all files, although an incremental build writes only the changed ones: otherwise
 * the diagnostic of an unchanged file would disappear.
 *
 * @param _options There are none.
 * @param program The program that is about to be written.
 */
export function before(
  _options: object | undefined,
  program: ts.Program,
): ts.TransformerFactory<ts.SourceFile> {
  const readings = readProgram(program);
  const emitted = watchEmit(program, outdatedFiles(program, readings));
  reportDiagnostics(program, diagnosticsOf(program, readings), () =>
    outdatedDiagnostic(emitted.writeOutdated()),
  );
  return (context) => (file) => {
    emitted.markWritten(file);
    const classes = readings.get(file.fileName)?.classes ?? [];
    return classes.length === 0 ? file : transformFile(file, classes, context);
  };
}

function diagnosticsOf(
  program: ts.Program,
  readings: ReadonlyMap<string, FileReading>,
): readonly ts.Diagnostic[] {
  const target = readings.size === 0 ? undefined : oldTarget(program.getCompilerOptions());
  const found = uniqueDiagnostics([...readings.values()].flatMap(({ diagnostics }) => diagnostics));
  return [...(target === undefined ? [] : [target]), ...found.map(diagnosticOf)];
}

/**
 * There is no official way to add a diagnostic to those that a build collects, so the method that the build calls is
 * wrapped. A single build calls it after it has written. A build in watch mode has called it before it asks the plugin,
 * and counts what the emit returns: with `noEmitOnError`, the emit calls it too, and writes nothing if there is a
 * diagnostic. `found` are those of the sources; `finish` ends the writing, and returns those of the output.
 */
function reportDiagnostics(
  program: ts.Program,
  found: readonly ts.Diagnostic[],
  finish: () => readonly ts.Diagnostic[],
): void {
  const collect = program.getGlobalDiagnostics.bind(program);
  const { isStopped, isAsked, release } = stopEmit(program, found);
  /** The collector of the diagnostics. */
  let collector: 'emit' | 'build' | undefined;
  program.getGlobalDiagnostics = (token) => {
    if (collector === 'emit' && isStopped) return collect(token);
    collector = isAsked() ? 'emit' : 'build';
    release();
    return [...collect(token), ...found, ...(collector === 'emit' ? [] : finish())];
  };
  // A build in watch mode has collected no diagnostics if TypeScript has errors of its own, which it counts.
  queueMicrotask(() => {
    release();
    if (isStopped || collector === 'build') return;
    const rest = finish();
    const isWritten = rest.length === 0 || !isStoppedByErrors(program);
    printDiagnostics([...(isWritten ? rest : []), ...found]);
  });
}

function isStoppedByErrors(program: ts.Program): boolean {
  return program.getCompilerOptions().noEmitOnError === true && hasErrors(program);
}

/**
 * Sets `noEmitOnError` until the emit has asked for diagnostics, or begins to write one file, as ts-loader does. With
 * errors of TypeScript the option stays as it is: a single build would print them twice.
 */
function stopEmit(program: ts.Program, found: readonly ts.Diagnostic[]) {
  const options = program.getCompilerOptions();
  const { noEmitOnError = false } = options;
  const isStopped = found.length > 0 && (noEmitOnError || !hasErrors(program));
  let isAsked = noEmitOnError || isStopped;
  if (isStopped) options.noEmitOnError = true;
  const release = (): void => {
    isAsked = false;
    options.noEmitOnError = noEmitOnError;
  };
  const emit: ts.Program['emit'] = program.emit.bind(program);
  program.emit = (file, ...rest) => {
    if (file !== undefined) release();
    return emit(file, ...rest);
  };
  return { isStopped, isAsked: () => isAsked, release };
}

function hasErrors(program: ts.Program): boolean {
  return program
    .getSourceFiles()
    .some(
      (file) =>
        program.getSyntacticDiagnostics(file).length > 0 ||
        program.getSemanticDiagnostics(file).length > 0,
    );
}

/**
 * There is no official way to add a file to a build, so the method that writes is wrapped. A build that has looked up
 * the method before it called the plugin writes all files.
 */
function watchEmit(program: ts.Program, outdated: Set<ts.SourceFile>) {
  const emit: ts.Program['emit'] = program.emit.bind(program);
  let last: Parameters<typeof emit> | undefined;
  program.emit = (...call) => {
    last = call;
    return emit(...call);
  };
  return {
    /** A plugin before this one may have made another tree of the file. */
    markWritten: ({ fileName }: ts.SourceFile): void => {
      const file = program.getSourceFile(fileName);
      if (file !== undefined) outdated.delete(file);
    },
    /**
     * Writes the outdated files that the build has not written, in the way in which it wrote its last file; returns
     * those that could not be written.
     */
    writeOutdated: (): ReadonlySet<ts.SourceFile> => {
      if (last === undefined) return outdated;
      const [, writeFile, token, , ...transformers] = last;
      for (const file of outdated) {
        outdated.delete(file);
        emit(file, writeFile, token, undefined, ...transformers);
      }
      return outdated;
    },
  };
}

/**
 * The sources whose compiled files lack their current signatures. An incremental build (and, with
 * `isolatedModules`, one in watch mode) does not write a controller again when only the enum that it
 * imports has changed.
 */
function outdatedFiles(
  program: ts.Program,
  readings: ReadonlyMap<string, FileReading>,
): Set<ts.SourceFile> {
  const project = projectOf(program);
  return new Set(
    [...readings].flatMap(([name, reading]) => {
      const file = program.getSourceFile(name);
      return file !== undefined && isOutdated(name, reading, project) ? [file] : [];
    }),
  );
}

/** The sources and options of a program, by which TypeScript computes the names of its outputs. */
function projectOf(program: ts.Program): ts.ParsedCommandLine {
  const fileNames = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
    .map(({ fileName }) => fileName);
  const options = program.getCompilerOptions();
  // Nx does not state the file of the options, and TypeScript needs a place.
  const configFilePath =
    options['configFilePath'] ?? `${program.getCurrentDirectory()}/tsconfig.json`;
  return { options: { ...options, configFilePath }, fileNames, errors: [] };
}

function isOutdated(
  name: string,
  { classes }: FileReading,
  project: ts.ParsedCommandLine,
): boolean {
  if (project.options.outFile !== undefined) return false;
  const outputs = ts.getOutputFileNames(project, name, !ts.sys.useCaseSensitiveFileNames);
  const compiled = outputs.find((output) => /\.[cm]?jsx?$/.test(output));
  const text = compiled === undefined ? undefined : ts.sys.readFile(compiled);
  // A missing file is about to be written.
  if (text === undefined) return false;
  return classes.some((reading) => !text.includes(stampOf(reading)));
}

/**
 * ES5 builds, and the application crashes: a class compiled to a function cannot extend the ECMAScript classes of Nest
 * and of this package. The diagnostic is at the line of the `tsconfig.json` that states the target, if one does.
 */
function oldTarget(options: ts.CompilerOptions): ts.Diagnostic | undefined {
  const { target, configFilePath } = options;
  if (target === undefined || target >= OLDEST) return undefined;
  const place = typeof configFilePath === 'string' ? placeOfTarget(configFilePath) : undefined;
  const { fileName = 'the compiler options' } = place?.file ?? {};
  const received = `"target": "${ts.ScriptTarget[target]}"`;
  const text = describeCompilerDiagnostic('RR2019', fileName, received);
  return diagnosticOf({ code: 'RR2019', text, ...place });
}

/** The place of `target` in a configuration file, or in one that it extends. */
function placeOfTarget(
  path: string,
): Pick<SourceDiagnostic, 'file' | 'start' | 'length'> | undefined {
  for (const file of withExtended(path)) {
    const node = targetIn(file);
    if (node !== undefined) {
      const start = node.getStart(file);
      return { file, start, length: node.getEnd() - start };
    }
  }
  return undefined;
}

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
  const options = optionOf(file.statements[0]?.expression, 'compilerOptions');
  return options !== undefined && ts.isObjectLiteralExpression(options)
    ? literalProperty(options, 'target')
    : undefined;
}
