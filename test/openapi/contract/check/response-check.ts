import type { OpenApiDocument } from 'nestjs-rest-routes/openapi';
import type { TestResponse } from '../../../support/application.js';
import { follow, type Operation, type Schema } from '../document.js';
import type { DocumentValidator } from '../validator.js';
import { spelled } from './read-text.js';

interface DeclaredHeader {
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface DeclaredResponse {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly headers?: Readonly<Record<string, DeclaredHeader>>;
}

/** What the document has against a response to an operation. */
export function responseProblems(
  validator: DocumentValidator,
  operation: Operation,
  response: TestResponse,
): readonly string[] {
  const declared = declaredResponse(validator.document, operation, response.status);
  if (declared === undefined) return [`status ${response.status} is not declared`];
  return [
    ...headerProblems(validator, declared, response),
    ...bodyProblems(validator, declared, response),
  ];
}

function declaredResponse(
  document: OpenApiDocument,
  { responses }: Operation,
  status: number,
): DeclaredResponse | undefined {
  const text = String(status);
  const found = responses[text] ?? responses[`${text[0] ?? ''}XX`] ?? responses['default'];
  return found === undefined ? undefined : follow<DeclaredResponse>(document, found);
}

function headerProblems(
  validator: DocumentValidator,
  { headers = {} }: DeclaredResponse,
  response: TestResponse,
): readonly string[] {
  return Object.entries(headers).flatMap(([name, reference]) => {
    const { required = false, schema = {} } = follow<DeclaredHeader>(validator.document, reference);
    const sent = response.headers[name.toLowerCase()];
    if (sent === undefined) return required ? [`header ${name} is missing`] : [];
    const values = spelled([sent].flat().join(', '));
    const isValid = values.some((value) => validator.isValid(schema, value));
    return isValid ? [] : [`header ${name} is ${String(sent)}`];
  });
}

function bodyProblems(
  validator: DocumentValidator,
  { content }: DeclaredResponse,
  { headers, text, body }: TestResponse,
): readonly string[] {
  if (content === undefined) return text === '' ? [] : ['a body is not declared'];
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const media = content[type];
  if (media === undefined) return [`content type ${type} is not declared`];
  if (!/[/+]json$/.test(type)) return [];
  return validator.reasons(media.schema ?? {}, body).map((reason) => `body ${reason}`);
}
