import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A file that the page loads. */
export interface ViewerFile {
  readonly type: string;
  readonly body: string;
}

const FILES: readonly (readonly [string, string])[] = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui-standalone-preset.js', 'text/javascript; charset=utf-8'],
];

/** The files of swagger-ui-dist, from the application's own packages; `undefined` where it has none. */
export async function loadViewer(): Promise<ReadonlyMap<string, ViewerFile> | undefined> {
  const folder = viewerFolder();
  if (folder === undefined) return undefined;
  const files = FILES.map(async ([name, type]) => {
    const body = await readFile(join(folder, name), 'utf8');
    return [name, { type, body }] as const;
  });
  return new Map(await Promise.all(files));
}

/** No script stands in the page itself, so that it works under a strict content security policy. */
export function pageHtml(path: string, title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${path}/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${path}/swagger-ui-bundle.js"></script>
    <script src="${path}/swagger-ui-standalone-preset.js"></script>
    <script src="${path}/start.js"></script>
  </body>
</html>
`;
}

/** Starts the viewer. Documents of several namespaces are chosen from a list. */
export function startScript(
  documents: readonly { readonly name: string; readonly url: string }[],
): string {
  return `SwaggerUIBundle({
  urls: ${JSON.stringify(documents)},
  dom_id: '#reference',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  validatorUrl: null,
});
`;
}

function viewerFolder(): string | undefined {
  // From where the application runs first: its packages need not be this library's.
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return dirname(createRequire(from).resolve('swagger-ui-dist/package.json'));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return undefined;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
