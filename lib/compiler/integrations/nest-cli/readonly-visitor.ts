import { uniqueDiagnostics, diagnosticOf, printDiagnostics } from '../../source-diagnostic.js';
import { createProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { filePlace, signaturesLiteral } from '../../signature-file.js';
import { listFiles, type Listing } from '../../list-files.js';

/** What Nest's command line passes. */
interface VisitorOptions {
  /** The folder of the sources, into which it writes `metadata.ts`. */
  readonly pathToSource: string;
}

const NOTHING: Listing = { files: [], diagnostics: [] };

/**
 * Reads the signatures of a program for `PluginMetadataGenerator` of `@nestjs/cli`, which writes them to
 * `metadata.ts` under `nest start -b swc --type-check`. `RestModule.forRoot({ signatures })` takes what
 * that file exports.
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
  #listing = NOTHING;

  constructor(private readonly options: VisitorOptions) {}

  /** Reads a program, with its first file: each watched change makes a program of its own. */
  visit(program: ts.Program, _file: ts.SourceFile): void {
    if (program === this.#program) return;
    this.#program = program;
    const place = filePlace(`${this.options.pathToSource}/metadata.ts`);
    this.#listing = listFiles(createProjectView(program), place);
    this.#report();
  }

  /** The signatures as the expression that Nest's command line prints. */
  collect(): Readonly<Record<string, ts.Expression>> {
    this.typeImports = {};
    const restSignatures = signaturesLiteral(this.#listing.files, (module) => {
      this.typeImports[module] = `await import(${JSON.stringify(module)})`;
      return loadedModule(module);
    });
    return { restSignatures };
  }

  /** The command line takes no diagnostics from a visitor, and goes on: the application rejects them. */
  #report(): void {
    const found = uniqueDiagnostics(this.#listing.diagnostics);
    if (found.length > 0) process.exitCode = 1;
    printDiagnostics(found.map(diagnosticOf));
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
