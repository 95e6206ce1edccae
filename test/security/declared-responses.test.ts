import { ConsoleLogger } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import type {
  AttachedSignature,
  TypeSignature,
} from '../../lib/model/signature/method-signature.js';
import { ADAPTERS, useRoutes } from '../support/application.js';

/** Where compilers attach a signature. */
const SIGNATURE_KEY = Symbol.for('nestjs-rest-routes.signature');

const HASH = 'hash-of-a-password';
const ADA = { name: 'Ada', hash: HASH };

/** Each makes a value that shows the hash in one way. */
const RESULTS: Readonly<Record<string, () => unknown>> = {
  own: () => ({ ...ADA, friend: ADA }),
  'in a wrong place': () => ({ name: { hash: HASH }, friend: [ADA] }),
  'as an instance': () => Object.assign(new (class Person {})(), ADA),
  'by toJSON': () => ({ toJSON: () => ADA }),
  'as a list': () => [ADA],
  'as links': () => ({ name: 'Ada', _links: ADA }),
  'in a map': () => ({ name: new Map([['hash', HASH]]), friend: new Map([['hash', HASH]]) }),
};

@RestController('v1', '/users')
class UsersController {
  @RestRoute('/{kind}', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  one(kind: string): unknown {
    return RESULTS[kind]?.();
  }
}

const text: TypeSignature = { kind: 'string' };
const friend: TypeSignature = { kind: 'object', properties: [{ name: 'name', type: text }] };
const returns: TypeSignature = {
  kind: 'object',
  properties: [
    { name: 'name', type: text },
    { name: 'friend', type: friend, optional: true },
  ],
};
const attached: AttachedSignature = {
  signature: {
    format: 2,
    className: 'UsersController',
    methods: { one: { parameters: [{ name: 'kind', type: text }], returns } },
  },
  references: {},
};
Object.defineProperty(UsersController, SIGNATURE_KEY, { value: attached });

class RecordingLogger extends ConsoleLogger {
  readonly lines: string[] = [];

  override printMessages(messages: unknown[]): void {
    this.lines.push(...messages.map(String));
  }
}

describe.each(ADAPTERS)('responses on %s', (adapter) => {
  const logger = new RecordingLogger();
  const app = useRoutes([UsersController], { adapter, create: { logger }, rest: { debug: true } });

  describe('With declared responses, no property leaves that the return type does not declare, and no log line has a value of the response', () => {
    test.each(Object.keys(RESULTS))('%s', async (kind) => {
      const path = `/api/acme/v1/users/${encodeURIComponent(kind)}`;
      const { text: sent } = await app.fetch('GET', path);
      expect(sent).not.toBe('');
      expect(sent).not.toContain(HASH);
      expect(logger.lines.join('\n')).not.toContain(HASH);
    });
  });
});
