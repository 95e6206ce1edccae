import { textLiteral } from './literal.js';
import { posix } from 'node:path';

/** None in a CommonJS project. */
export type ImportExtension = '.js' | '.ts' | '';

const PACKAGE = 'nestjs-rest-routes';

export class ImportLines {
  /** By specifier: the names, and whether only their type is used. */
  readonly #names = new Map<string, Map<string, boolean>>();

  constructor(
    readonly path: string,
    private readonly extension: ImportExtension,
  ) {}

  value(name: string, from: string = PACKAGE): string {
    this.#of(from).set(name, false);
    return name;
  }

  type(name: string, from: string = PACKAGE): string {
    const names = this.#of(from);
    if (!names.has(name)) names.set(name, true);
    return name;
  }

  specifierOf(file: string): string {
    const from = posix.dirname(this.path);
    const relative = posix.relative(from, file).replace(/\.ts$/, this.extension);
    return relative.startsWith('.') ? relative : `./${relative}`;
  }

  /** Packages first. */
  toString(): string {
    const specifiers = [...this.#names.keys()].toSorted(
      (a, b) => Number(a.startsWith('.')) - Number(b.startsWith('.')) || (a < b ? -1 : 1),
    );
    return specifiers.map((specifier) => lineOf(specifier, this.#of(specifier))).join('');
  }

  #of(specifier: string): Map<string, boolean> {
    const names = this.#names.get(specifier) ?? new Map<string, boolean>();
    this.#names.set(specifier, names);
    return names;
  }
}

/** A class, and the file that exports it, from the root of the project: `/src/app.module.ts`. */
export interface ExportedClass {
  readonly className: string;
  readonly file: string;
}

export function moduleSource(
  name: string,
  namespace: string,
  controllers: readonly ExportedClass[],
  imports: ImportLines,
): string {
  imports.value('Module', '@nestjs/common');
  for (const { className, file } of controllers) {
    imports.value(className, imports.specifierOf(file));
  }
  const feature = `${imports.value('RestModule')}.forFeature({ namespace: ${textLiteral(namespace)} })`;
  const providers = controllers.map(({ className }) => className).join(', ');
  return `${imports.toString()}
@Module({
  imports: [${feature}],
  providers: [${providers}],
})
export class ${name} {}
`;
}

function lineOf(specifier: string, names: ReadonlyMap<string, boolean>): string {
  const sorted = [...names].toSorted(
    ([a, aIsType], [b, bIsType]) => Number(aIsType) - Number(bIsType) || (a < b ? -1 : 1),
  );
  const isTypes = sorted.every(([, isType]) => isType);
  const list = sorted.map(([name, isType]) => (isType && !isTypes ? `type ${name}` : name));
  return `import ${isTypes ? 'type ' : ''}{ ${list.join(', ')} } from ${textLiteral(specifier)};\n`;
}

/** The extension of relative imports, as `nest new` writes them. */
export function projectExtension(read: (path: string) => string | undefined): ImportExtension {
  const writesTs = /"allowImportingTsExtensions"\s*:\s*true/.test(read('/tsconfig.json') ?? '');
  if (writesTs) return '.ts';
  const { type } = JSON.parse(read('/package.json') ?? '{}') as { readonly type?: unknown };
  return type === 'module' ? '.js' : '';
}
