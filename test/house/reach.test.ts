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
  warm: { express: { files: 29, calls: 103 }, fastify: { files: 26, calls: 98 } },
  startup: { express: { files: 78, calls: 495 }, fastify: { files: 77, calls: 490 } },
  signature: { files: 45, calls: 397 },
} as const;

function measure(subject: string): Record<'startup' | 'warm' | 'signature', Reach> & {
  readonly text: string;
} {
  const script = `${REPOSITORY}/test/house/reach/measure-reach.mjs`;
  const output = execFileSync(process.execPath, [script, subject], { encoding: 'utf8' });
  return JSON.parse(output) as ReturnType<typeof measure>;
}

describe.each(['express', 'fastify'] as const)('with the adapter of %s', (adapter) => {
  const measured = measure(adapter);

  test('one warm GET passes few files and functions', () => {
    expect(measured.text).toBe('{"id":7}');
    expectBelow(measured.warm, LIMITS.warm[adapter]);
  });

  test('the startup of one route passes few files and functions', () => {
    expectBelow(measured.startup, LIMITS.startup[adapter]);
  });
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
