import { diagnosticLine } from '../diagnostics/source-diagnostic.js';
import { readProjectConfig } from '../program/project-config.js';
import { createProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { filePlace } from './file-place.js';
import { listFiles } from './list-files.js';
import { printSignatures } from './print-signatures.js';

/** A file of signatures as it should be, or why there is none. */
export interface SignatureText {
  readonly text: string;
  /** How many classes it has. */
  readonly classes: number;
  /** One line for each diagnostic; where there are any, the text lacks their classes. */
  readonly diagnostics: readonly string[];
}

/** Reads a project by its `tsconfig.json`, and makes the text of the file of signatures at `path`. */
export function readSignatures(tsconfig: string, path: string): SignatureText {
  const { fileNames, options } = readProjectConfig(process.cwd(), tsconfig);
  return signatureText(ts.createProgram(fileNames, options), path);
}

/** Calls a function with the text of the file at `path`, now and after each change of the project. */
export function watchSignatures(
  tsconfig: string,
  path: string,
  onText: (text: SignatureText) => void,
): ts.WatchOfConfigFile<ts.BuilderProgram> {
  const host = ts.createWatchCompilerHost(
    tsconfig,
    READ_ONLY,
    ts.sys,
    ts.createAbstractBuilder,
    () => undefined,
    () => undefined,
  );
  host.afterProgramCreate = (builder) => onText(signatureText(builder.getProgram(), path));
  return ts.createWatchProgram(host);
}

const READ_ONLY: ts.CompilerOptions = { noEmit: true, skipLibCheck: true };

function signatureText(program: ts.Program, path: string): SignatureText {
  const { files, diagnostics } = listFiles(createProjectView(program), filePlace(path));
  return {
    text: printSignatures(files, path),
    classes: files.reduce((sum, { classes }) => sum + classes.length, 0),
    diagnostics: diagnostics.map(diagnosticLine),
  };
}
