import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';

/** What two independent validators have against a document. Warnings count. */
export async function problemsOf(document: object): Promise<readonly string[]> {
  const text = JSON.stringify(document);
  const { valid, errors } = await new Validator().validate(
    JSON.parse(text) as Record<string, unknown>,
  );
  // What has no doc comment has no text of its own.
  const rules = { 'operation-summary': 'off', 'tag-description': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const linted = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return [
    ...(valid ? [] : [`schema: ${JSON.stringify(errors)}`]),
    ...linted.map(
      ({ ruleId, message, location }) =>
        `${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(', ')})`,
    ),
  ];
}
