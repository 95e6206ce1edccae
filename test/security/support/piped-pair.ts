import { inspect } from 'node:util';
import {
  Inject,
  Injectable,
  Optional,
  type ArgumentMetadata,
  type INestApplication,
  type ModuleMetadata,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { RestController } from 'nestjs-rest-routes';
import {
  startApplication,
  startRoutes,
  type AdapterName,
  type RequestOptions,
  type TestResponse,
  type TestApplication,
} from '../../support/application.js';
import { plainTwin } from '../../support/plain-twin.js';

/** The metadata that pipes received with each value. */
const sightings: string[] = [];

/** Records each value with its metadata and the pipe's place, and returns the value unchanged. */
@Injectable()
export class RecordingPipe implements PipeTransform {
  constructor(@Optional() @Inject('place') private readonly place: string = 'parameter') {}
  transform(
    value: unknown,
    { type, metatype, data, schema, ...others }: ArgumentMetadata,
  ): unknown {
    const { place } = this;
    sightings.push(
      text({
        place,
        type,
        metatype: metatype?.name,
        data,
        schema: vendorOf(schema),
        others,
        value,
      }),
    );
    return value;
  }
}

function vendorOf(schema: ArgumentMetadata['schema']): string | undefined {
  return schema?.['~standard'].vendor;
}

/** The result of a request, without what differs by design. */
export interface Outcome {
  readonly status: number;
  readonly messages: unknown;
  readonly value: unknown;
  readonly seen: readonly string[];
}

type Send = (method: string, path: string, options?: RequestOptions) => Promise<Outcome>;

/** The same methods as a plain controller at `/plain` and as routes at `/api/acme/v1`. */
export interface Pair {
  readonly plain: Send;
  readonly routed: Send;
  close(): Promise<void>;
}

/** @param handlers A class whose methods carry `At`; they return what `inspect` makes of their arguments. */
export async function startPair(
  handlers: Type,
  adapter: AdapterName,
  more: Pick<ModuleMetadata, 'providers'> & { configure?: (app: INestApplication) => void } = {},
): Promise<Pair> {
  @RestController('v1')
  class Routed extends handlers {}
  const { providers = [], configure } = more;
  const options = { adapter, ...(configure === undefined ? {} : { configure }) };
  const plain = await startApplication(
    { controllers: [plainTwin('plain', handlers)], providers },
    options,
  );
  const routed = await startRoutes([Routed, ...providers], options);
  const sender =
    ({ fetch }: TestApplication, base: string): Send =>
    async (method, path, request) => {
      sightings.length = 0;
      const response = await fetch(method, `${base}${path}`, request);
      return outcomeOf(response, [...sightings]);
    };
  return {
    plain: sender(plain, '/plain/'),
    routed: sender(routed, '/api/acme/v1/'),
    close: async () => {
      await Promise.all([plain.close(), routed.close()]);
    },
  };
}

/** A POST results in 201 on a plain controller and in 200 on a route. */
function outcomeOf({ status, body }: TestResponse, seen: readonly string[]): Outcome {
  if (status < 400) return { status: 200, messages: undefined, value: body, seen };
  // Neither side reveals an unexpected error; only their texts differ.
  if (status >= 500) return { status, messages: undefined, value: undefined, seen };
  return { status, messages: messagesOf(body), value: undefined, seen };
}

/** A plain controller lists sentences in `message`, a route in `data.messages`. */
function messagesOf(body: unknown): unknown {
  const { message, data } = body as { message?: unknown; data?: { messages?: unknown } };
  const messages = data?.messages ?? textOf(message);
  return Array.isArray(messages) ? messages : [messages];
}

/** A route says of an error of the JSON parser what WordPress says, and then what the parser says. */
function textOf(message: unknown): unknown {
  const [, ofParser = message] =
    /^The body is not valid JSON: (.+)\.$/s.exec(String(message)) ?? [];
  return ofParser;
}

/** What a method returns: its arguments as text, with their classes and with `undefined`. */
export function shown(...values: readonly unknown[]): { readonly shown: string } {
  return { shown: text(values) };
}

/** Leaves out the class that each parser uses for objects without a prototype. */
function text(value: unknown): string {
  return inspect(value, { depth: 8, sorted: true, breakLength: Infinity }).replace(
    /(?:\w+ <)?\[Object: null prototype\](?: \{\}>)? /g,
    '',
  );
}
