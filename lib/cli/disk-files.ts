import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { ProjectFiles } from '../wordpress/import/project-files.js';

/** The files of the project in a folder. */
export class DiskFiles implements ProjectFiles {
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

  /** `/src`, or what `nest-cli.json` states. */
  sourceRoot(): string {
    const text = this.read('/nest-cli.json');
    const stated = text === undefined ? undefined : (JSON.parse(text) as { sourceRoot?: unknown });
    return posix.join('/', typeof stated?.sourceRoot === 'string' ? stated.sourceRoot : 'src');
  }
}
