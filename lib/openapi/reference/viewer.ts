import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isNotInstalled } from '../../shared/is-not-installed.js';

/** A file that is served, with its media type. */
export interface ViewerFile {
  readonly type: string;
  readonly body: string;
  /** The content security policy, where it is not that of every file. */
  readonly policy?: string;
}

const FILES: readonly (readonly [string, string])[] = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui-standalone-preset.js', 'text/javascript; charset=utf-8'],
];

/** Reads the files of swagger-ui-dist from the packages of the application; `undefined` where it is not installed. */
export async function loadViewer(): Promise<ReadonlyMap<string, ViewerFile> | undefined> {
  const folder = viewerFolder();
  if (folder === undefined) return undefined;
  const files = FILES.map(async ([name, type]) => {
    const body = await readFile(join(folder, name), 'utf8');
    return [name, { type, body }] as const;
  });
  return new Map(await Promise.all(files));
}

function viewerFolder(): string | undefined {
  // The working directory comes first: the packages of the application may differ from those of this library.
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return dirname(createRequire(from).resolve('swagger-ui-dist/package.json'));
    } catch (error) {
      if (!isNotInstalled(error)) throw error;
    }
  }
  return undefined;
}
