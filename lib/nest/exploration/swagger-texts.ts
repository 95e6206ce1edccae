import type { StatedByDecorators } from '../../routes/route-description.js';
import { isJsonObject, withoutUndefined, type JsonObject } from '../../shared/records.js';
import { deadInDocuments, writtenForDocuments } from '../internals.js';

/** The texts that decorators of `@nestjs/swagger` on a class and its method state for documents. The method decides. */
export function swaggerTexts(type: object, method: object): StatedByDecorators | undefined {
  const [ofClass, ofMethod] = [type, method].map(writtenForDocuments);
  if (ofClass === undefined || ofMethod === undefined) return undefined;
  const operation = objectOf(ofMethod.operation);
  const tags = [...textsOf(ofClass.tags), ...textsOf(ofMethod.tags), ...textsOf(operation['tags'])];
  const requestHeaders = [...listOf(ofClass.headers), ...listOf(ofMethod.parameters)].flatMap(
    headerOf,
  );
  const responses = { ...objectOf(ofClass.responses), ...objectOf(ofMethod.responses) };
  const extensions = {
    ...objectOf(ofClass.extensions),
    ...objectOf(ofMethod.extensions),
    ...Object.fromEntries(Object.entries(operation).filter(([name]) => isExtension(name))),
  };
  const stated: StatedByDecorators = withoutUndefined({
    summary: textOf(operation['summary']),
    description: textOf(operation['description']),
    operationId: textOf(operation['operationId']),
    deprecated: operation['deprecated'] === true ? (true as const) : undefined,
    tags: tags.length === 0 ? undefined : [...new Set(tags)],
    requestHeaders: requestHeaders.length === 0 ? undefined : requestHeaders,
    responses: ifAny(Object.fromEntries(Object.entries(responses).flatMap(responseAt))),
    extensions: ifAny(extensions),
  });
  return Object.keys(stated).length === 0 ? undefined : stated;
}

/** The parts without an effect: other decorators, and parts of those that are read. */
export function deadSwaggerParts(subject: object): readonly string[] {
  const { operation, parameters, responses } = writtenForDocuments(subject);
  const isMethod = !isClass(subject);
  const options = isMethod ? Object.keys(objectOf(operation)).filter((name) => !isRead(name)) : [];
  const others = listOf(parameters).filter((one) => headerOf(one).length === 0);
  return [
    ...deadInDocuments(subject),
    ...options.map((name) => `${name} of @ApiOperation`),
    ...(others.length === 0 ? [] : ['@ApiParam, @ApiQuery or @ApiBody']),
    ...new Set(Object.entries(objectOf(responses)).flatMap(deadPartsAt)),
  ];
}

const READ: ReadonlySet<string> = new Set([
  'summary',
  'description',
  'operationId',
  'deprecated',
  'tags',
]);

function isRead(name: string): boolean {
  return READ.has(name) || isExtension(name);
}

function isExtension(name: string): boolean {
  return name.startsWith('x-');
}

function isClass(subject: object): boolean {
  return typeof subject === 'function' && Object.hasOwn(subject, 'prototype');
}

function headerOf(stated: JsonObject): NonNullable<StatedByDecorators['requestHeaders']> {
  const name = textOf(stated['name']);
  if (stated['in'] !== 'header' || name === undefined) return [];
  const required = stated['required'] === true ? (true as const) : undefined;
  return [{ name, ...withoutUndefined({ description: textOf(stated['description']), required }) }];
}

const STATUS = /^[1-5]\d\d$/;

/** `default` is another error in documents of the library. Schemas are those of the signature. */
function responseAt([status, stated]: [string, unknown]): [string, { description?: string }][] {
  if (!STATUS.test(status)) return [];
  return [[status, withoutUndefined({ description: textOf(objectOf(stated)['description']) })]];
}

/** `type` is that of the signature. */
function deadPartsAt([status, stated]: [string, unknown]): readonly string[] {
  const { description: _text, type: _type, isArray: _isArray, ...others } = objectOf(stated);
  const names = Object.keys(withoutUndefined(others)).map((name) => `${name} of @ApiResponse`);
  return STATUS.test(status) ? names : [`@ApiResponse of ${status}`];
}

function ifAny<Value>(record: Readonly<Record<string, Value>>) {
  return Object.keys(record).length === 0 ? undefined : record;
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
