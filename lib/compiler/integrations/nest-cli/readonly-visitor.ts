import { diagnosticOf, printDiagnostics } from '../../source-diagnostic.js';
import { createProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { type ListedFile, signaturesLiteral } from '../../signature-file.js';
import { listFiles } from '../../list-files.js';

/**
 * Reads the signatures of a program for `PluginMetadataGenerator` of `@nestjs/cli`, which writes them to
 * `metadata.ts` under `nest start -b swc --type-check`. Pass the export of that file to `RestModule.forRoot({
 * signatures })`.
 *
 * @example
 * new PluginMetadataGenerator().generate({
 *   visitors: [new ReadonlyVisitor({ pathToSource: join(process.cwd(), 'src') })],
 *   outputDir: join(process.cwd(), 'src'),
 *   tsconfigPath: 'tsconfig.build.json',
 * })
 */
export class ReadonlyVisitor {
  /** The name of the plugin; Nest's command line replaces it by that of `nest-cli.json`. */
  key = 'nestjs-rest-routes';
  /** The modules that the metadata imports, as the expressions that load them. */
  typeImports: Record<string, string> = {};
  #program: ts.Program | undefined;
  #files: readonly ListedFile[] = [];

  /** @param options From Nest's command line: the folder of the sources, into which it writes `metadata.ts`. */
  constructor(private readonly options: { readonly pathToSource: string }) {}

  /** Reads a program, with its first file: each watched change makes a program of its own. */
  visit(program: ts.Program, _file: ts.SourceFile): void {
    if (program === this.#program) return;
    this.#program = program;
    const path = `${this.options.pathToSource}/metadata.ts`;
    const { files, diagnostics } = listFiles(createProjectView(program), path);
    this.#files = files;
    // The command line ignores diagnostics of a visitor and continues: the application rejects these declarations.
    if (diagnostics.length > 0) process.exitCode = 1;
    printDiagnostics(diagnostics.map(diagnosticOf));
  }

  /** The signatures as the expression that Nest's command line prints. */
  collect(): Readonly<Record<string, ts.Expression>> {
    this.typeImports = {};
    const restSignatures = signaturesLiteral(this.#files, (module) => {
      this.typeImports[module] = `await import(${JSON.stringify(module)})`;
      return loadedModule(module);
    });
    return { restSignatures };
  }
}

/** `t["./items.controller"]`: the command line declares `t`. */
function loadedModule(module: string): ts.Expression {
  const { factory } = ts;
  return factory.createElementAccessExpression(
    factory.createIdentifier('t'),
    factory.createStringLiteral(module),
  );
}
