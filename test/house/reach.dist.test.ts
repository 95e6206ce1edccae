import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

/** The files of lib that a piece of work passes, and the functions that it enters, each counted once. */
interface Reach {
  readonly files: number;
  readonly calls: number;
  readonly names: readonly string[];
}

/** Lower a number when fewer files or functions suffice. Raise it only with a reason in the commit. */
const LIMITS = {
  warm: {
    public: { express: { files: 38, calls: 141 }, fastify: { files: 38, calls: 137 } },
    capability: { express: { files: 40, calls: 156 }, fastify: { files: 40, calls: 152 } },
    cached: { express: { files: 49, calls: 166 }, fastify: { files: 49, calls: 163 } },
  },
  startup: {
    public: { express: { files: 143, calls: 706 }, fastify: { files: 143, calls: 730 } },
    capability: { express: { files: 143, calls: 706 }, fastify: { files: 143, calls: 730 } },
    cached: { express: { files: 154, calls: 767 }, fastify: { files: 154, calls: 791 } },
  },
  signature: { files: 56, calls: 475 },
} as const;

function measure(...subject: readonly string[]): Record<'startup' | 'warm' | 'signature', Reach> & {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const script = `${REPOSITORY}/test/house/reach/measure-reach.mjs`;
  const output = execFileSync(process.execPath, [script, ...subject], { encoding: 'utf8' });
  return JSON.parse(output) as ReturnType<typeof measure>;
}

describe.each(['express', 'fastify'] as const)('with the adapter of %s', (adapter) => {
  describe.each(['public', 'capability', 'cached'] as const)(
    'and a usual application with a route of the kind "%s"',
    (route) => {
      const measured = measure(adapter, route);

      test('one warm GET passes few files and functions', () => {
        expect(measured.text).toBe('{"id":7}');
        expect(measured.headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'access-control-allow-origin': '*',
          ...(route === 'cached' && { 'cache-status': expect.stringContaining('; hit') }),
        });
        expectBelow(measured.warm, LIMITS.warm[route][adapter]);
      });

      test('the startup of one route passes few files and functions', () => {
        expectBelow(measured.startup, LIMITS.startup[route][adapter]);
      });
    },
  );
});

test('one class passes few files and functions on its way to a signature', () => {
  const { signature, text } = measure('compiler');
  expect(text).toContain('nestjs-rest-routes.signature');
  expectBelow(signature, LIMITS.signature);
});

/** The names of the files are part of the message. */
function expectBelow(reach: Reach, { files, calls }: { files: number; calls: number }): void {
  expect(reach.files, reach.names.toSorted().join('\n')).toBeLessThanOrEqual(files);
  expect(reach.calls).toBeLessThanOrEqual(calls);
  // A measurement that found nothing would be below any limit.
  expect(reach.files).toBeGreaterThan(10);
}
