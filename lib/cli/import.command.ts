import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { checkWritten } from '../wordpress/import/check-project.js';
import { importRoutes, reportLines } from '../wordpress/import/import-routes.js';
import { type ProjectFiles, projectFormat } from '../wordpress/import/project-files.js';
import { readIndex } from '../wordpress/read-index.js';
import type { CommandOptions, Output } from './command-line.js';
import { readingIndices } from './read-indices.js';
import { sourceRootPath } from './read-routes.js';
import type { ReadOptions } from '../wordpress/read-options.js';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

class DiskFiles implements ProjectFiles {
  constructor(private readonly root: string) {}

  readonly read = (path: string): string | undefined => {
    const file = join(this.root, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };

  readonly list = (folder: string): readonly string[] => {
    const directory = join(this.root, folder);
    if (!existsSync(directory)) return [];
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : this.list(path);
      return entry.isFile() && path.endsWith('.ts') ? [path] : [];
    });
  };

  write(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

export function importCommand(
  positionals: readonly string[],
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const [source, ...others] = positionals;
  if (source === undefined || others.length > 0) {
    throw new InvalidArgumentException(
      'import needs one index, a URL or a file: nestjs-rest-routes import https://example.com/wp-json/ --namespace shop/v1',
    );
  }
  return readingIndices(positionals, options, output, (reading, hidden) =>
    importSource(source, reading, options, hidden),
  );
}

async function importSource(
  source: string,
  reading: ReadOptions,
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const index = await readIndex(source, reading);
  const files = new DiskFiles(process.cwd());
  const { changes, reports, notes } = await importRoutes(index, files, {
    namespace: options.namespace,
    path: options.path,
    sourceRoot: posix.join('/', sourceRootPath()),
    suffix: 'spec',
    withTests: options['no-spec'] !== true,
    isRegistered: options['skip-import'] !== true,
    format: await projectFormat(process.cwd()),
    check: checkWritten(process.cwd()),
  });
  for (const [path, text] of changes) {
    output.print(`${files.read(path) === undefined ? 'create' : 'update'} ${path.slice(1)}`);
    if (options['dry-run'] !== true) files.write(path, text);
  }
  for (const line of [...notes, ...reports.flatMap(reportLines)]) output.print(line);
  return 0;
}
