import type { ViewerFile } from './viewer.js';

/** A document that the page offers. */
export interface ListedDocument {
  /** The namespace: `acme/v1`. */
  readonly name: string;
  readonly url: string;
}

/** The page. It contains no inline script, so that it works under a strict content security policy. */
export function pageFile(path: string, title: string): ViewerFile {
  const body = PAGE.replaceAll(/\{(?:title|path)\}/g, (name) =>
    name === '{title}' ? escapeHtml(title) : path,
  );
  return { type: 'text/html; charset=utf-8', body };
}

/** The script that starts the viewer. The viewer lets people choose from several documents. */
export function startFile(documents: readonly ListedDocument[]): ViewerFile {
  return {
    type: 'text/javascript; charset=utf-8',
    body: START.replace('{documents}', () => JSON.stringify(documents)),
  };
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="{path}/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="{path}/swagger-ui-bundle.js"></script>
    <script src="{path}/swagger-ui-standalone-preset.js"></script>
    <script src="{path}/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  urls: {documents},
  dom_id: '#reference',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  validatorUrl: null,
});
`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
