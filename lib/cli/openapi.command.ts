import { writeFileSync } from 'node:fs';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { openApiDocument } from '../openapi/document/open-api-document.js';
import type { RouteDescription } from '../model/description/route-description.js';
import type { CommandOptions, Output } from './run.js';

/** Writes the OpenAPI document of an application. */
export function openApiCommand(
  routes: readonly RouteDescription[],
  options: CommandOptions,
  output: Output,
): number {
  const { namespace, title, 'api-version': version } = options;
  const known = [...new Set(routes.map((route) => route.namespace))];
  if (namespace !== undefined && !known.includes(namespace)) {
    throw new InvalidArgumentException(
      `There is no namespace ${JSON.stringify(namespace)}, but ${known.join(', ')}.`,
    );
  }
  const info = {
    ...(title === undefined ? {} : { title }),
    ...(version === undefined ? {} : { version }),
  };
  const document = openApiDocument(routes, {
    info,
    ...(namespace === undefined ? {} : { namespace }),
  });
  const text = JSON.stringify(document, undefined, 2);
  if (options.output === undefined) {
    output.print(text);
    return 0;
  }
  writeFileSync(options.output, `${text}\n`);
  output.print(`${options.output} holds ${Object.keys(document.paths).length} paths.`);
  return 0;
}
