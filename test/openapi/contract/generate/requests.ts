import fc from 'fast-check';
import type { Parameter, Placed, Schema } from '../document.js';
import { FILES_TYPE, FileValue, JSON_TYPE, type ContractRequest, type Values } from '../request.js';
import type { DocumentValidator } from '../validator.js';
import { ValidValues } from './values.js';
import { WrongValues, without } from './wrong-values.js';

export interface RequestSettings {
  /** The callers that requests may name. */
  readonly callers: readonly string[];
}

/** Requests for an operation of a document: half of them valid, the others with one wrong place. */
export class Requests {
  readonly #valid: ValidValues;
  readonly #wrong: WrongValues;

  constructor(
    readonly validator: DocumentValidator,
    readonly settings: RequestSettings,
  ) {
    this.#valid = new ValidValues(validator);
    this.#wrong = new WrongValues(this.#valid, validator);
  }

  for(to: Placed): fc.Arbitrary<ContractRequest> {
    const valid = this.#validFor(to);
    const changes = this.#changesOf(to);
    if (changes.length === 0) return valid;
    const wrong = fc.tuple(valid, fc.oneof(...changes)).map(([request, change]) => change(request));
    return fc.oneof(valid, wrong);
  }

  #validFor(to: Placed): fc.Arbitrary<ContractRequest> {
    const { parameters = [], requestBody } = to.operation;
    const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
      this.#valid.of(schema).map((value) => ({ type, value })),
    );
    const none = requestBody === undefined || !requestBody.required ? [fc.constant(undefined)] : [];
    const callers = this.settings.callers.map((caller) => fc.constant(caller));
    return fc
      .tuple(
        this.#parameters(parameters, 'path'),
        this.#parameters(parameters, 'query'),
        this.#parameters(parameters, 'header'),
        fc.oneof(...bodies.map((arbitrary) => ({ weight: 4, arbitrary })), ...none),
        fc.oneof(...callers, fc.constant(undefined)),
      )
      .map(([path, query, headers, body, caller]) => ({
        to,
        path,
        query,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(caller === undefined ? {} : { caller }),
      }));
  }

  #parameters(parameters: readonly Parameter[], place: string): fc.Arbitrary<Values> {
    const placed = parameters.filter((parameter) => parameter.in === place);
    return fc.record(
      Object.fromEntries(placed.map(({ name, schema }) => [name, this.#parameter(schema, place)])),
      { requiredKeys: placed.filter(({ required }) => required).map(({ name }) => name) },
    );
  }

  #parameter(schema: Schema, place: string): fc.Arbitrary<unknown> {
    if (place === 'header') return fc.constantFrom(...HEADER_TEXTS);
    const values = this.#valid.of(schema);
    return place === 'path' ? values.filter((value) => isSegment(value)) : values;
  }

  #changesOf({ operation }: Placed): readonly fc.Arbitrary<Change>[] {
    const { parameters = [], requestBody } = operation;
    const contents = Object.entries(requestBody?.content ?? {});
    return [
      ...parameters.map((parameter) => this.#parameterChange(parameter)),
      ...contents.flatMap(([type, { schema }]) => this.#bodyChanges(type, schema)),
      ...(requestBody === undefined ? [] : [fc.constant<Change>(withoutBody)]),
    ];
  }

  #parameterChange({ name, in: place, schema }: Parameter): fc.Arbitrary<Change> {
    const wrong = this.#wrong.of(schema);
    if (place === 'path') {
      return wrong.filter(isSegment).map((value): Change => (request) => ({
        ...request,
        path: { ...request.path, [name]: value },
      }));
    }
    if (place === 'header') {
      return fc.constant((request) => ({ ...request, headers: without(request.headers, name) }));
    }
    const changed = wrong.map((value): Change => (request) => ({
      ...request,
      query: { ...request.query, [name]: value },
    }));
    const removed: Change = (request) => ({ ...request, query: without(request.query, name) });
    return fc.oneof(
      { weight: 5, arbitrary: changed },
      { weight: 1, arbitrary: fc.constant(removed) },
    );
  }

  #bodyChanges(type: string, schema: Schema): readonly fc.Arbitrary<Change>[] {
    const values = this.#wrong.of(schema).filter((value) => type === JSON_TYPE || isRecord(value));
    const replaced = values.map((value): Change => (request) => ({
      ...request,
      body: { type, value },
    }));
    return type === FILES_TYPE ? [replaced, this.#wrongFile(schema)] : [replaced, replaced];
  }

  /** A file of another media type than most routes take. */
  #wrongFile(schema: Schema): fc.Arbitrary<Change> {
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
    const names = properties.filter(([, one]) => one['format'] === 'binary').map(([name]) => name);
    const value = new FileValue('text', 'text/plain');
    return fc.constantFrom(...names).map((name): Change => (request) => ({
      ...request,
      body: { type: FILES_TYPE, value: { ...(request.body?.value as object), [name]: value } },
    }));
  }
}

/** Texts that a header may have: those of the applications are not limited otherwise. */
const HEADER_TEXTS = ['"1"', 'W/"a"', 'tenant', '7'];

type Change = (request: ContractRequest) => ContractRequest;

const withoutBody: Change = ({ body: _body, ...request }) => request;

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a client can write as one segment of a path. It would resolve `.` and `..`. */
function isSegment(value: unknown): boolean {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return isScalar && !['', '.', '..'].includes(String(value));
}
