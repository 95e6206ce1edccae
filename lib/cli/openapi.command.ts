import { writeFileSync } from 'node:fs';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import {
  openApiDocument,
  optionsOfApi,
  type OpenApiOptions,
} from '../openapi/document/open-api-document.js';
import type { RouteDescription } from '../routes/route-description.js';
import { jsonText } from './formats.js';
import { readApplication } from './read-routes.js';
import type { CommandOptions, Output } from './command-line.js';

export async function openApiCommand(
  [module]: readonly string[],
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const api = await readApplication(module, options.prefix);
  const routes = await api.routes();
  checkNamespace(routes, options.namespace);
  const document = openApiDocument(routes, {
    ...optionsOfApi(api),
    ...documentOptions(options),
  });
  const text = jsonText(document);
  if (options.output === undefined) {
    output.print(text);
    return 0;
  }
  writeFileSync(options.output, `${text}\n`);
  output.print(`${options.output} holds ${Object.keys(document.paths).length} paths.`);
  return 0;
}

function checkNamespace(routes: readonly RouteDescription[], namespace: string | undefined): void {
  const known = [...new Set(routes.map((route) => route.namespace))];
  if (namespace === undefined || known.includes(namespace)) return;
  throw new InvalidArgumentException(
    `There is no namespace ${JSON.stringify(namespace)}, but ${known.join(', ')}.`,
  );
}

/** Omits options that the command line does not state, so that the defaults of a document apply. */
function documentOptions(options: CommandOptions): OpenApiOptions {
  const { namespace, title, 'api-version': version, 'json-bodies': isJsonOnly } = options;
  return {
    info: {
      ...(title === undefined ? {} : { title }),
      ...(version === undefined ? {} : { version }),
    },
    ...(namespace === undefined ? {} : { namespace }),
    ...(isJsonOnly === true ? { bodies: 'json' } : {}),
  };
}
