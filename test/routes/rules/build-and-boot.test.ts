import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import type { Type } from '@nestjs/common';
import fc from 'fast-check';
import { DeclarationException, RestModule, RestRequest } from 'nestjs-rest-routes';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { createProjectView } from '../../../lib/compiler/program/project-view.js';
import { createSourceHost } from '../../../lib/compiler/project.js';
import { readFile, type FileReading } from '../../../lib/compiler/signatures/read-class.js';
import { describeDiagnostic } from '../../../lib/diagnostics/diagnostic.js';
import { optionsFor } from '../../compiler/support/compile-for-target.js';
import { REPOSITORY } from '../../support/repository.js';
import { withSignature } from '../../support/signature-of.js';
import { arbitraryModule, type WrittenController } from './support/arbitrary-declaration.js';
import { declareWritten } from './support/written-classes.js';
import { sourceOf } from './support/written-source.js';

/*
 * What only the boot knows, and so no case declares: providers of services (RR1019), the namespace
 * (RR1025), Nest's decorators without effect, @Res() and files of Nest (RR1026, RR1034), signatures of another format and of
 * a compiler that could not stop (RR1017, RR1027), controllers bound to the request (RR1022), and
 * routes that controllers of two modules share (RR1013).
 */

/** `PROPERTY_SEED=1 RUNS=1000` repeat a run or make it longer. */
const seed = Number(process.env['PROPERTY_SEED']);
const runs = Number(process.env['RUNS'] ?? 60);

/** Few random modules are valid, and in some samples none is. */
const VALID: readonly WrittenController[] = [
  {
    version: 'v1',
    base: '/items',
    methods: [
      {
        routes: [{ path: '', methods: ['GET'], permission: { kind: 'public' } }],
        parameters: [],
        cache: undefined,
      },
    ],
  },
];

test(`the build and startup report the same of ${runs} random modules (seed ${seed})`, async () => {
  const modules = [VALID, ...fc.sample(arbitraryModule, { seed, numRuns: runs })];
  const readings = readAll(modules.map(sourceOf));
  let valid = 0;
  for (const [index, controllers] of modules.entries()) {
    const reading = readings[index];
    if (reading === undefined) throw new Error('A source was not read.');
    const built = unique(reading.diagnostics.map(({ text }) => text));
    const booted = await boot(controllers.map((one, at) => signed(one, at, reading)));
    valid += booted.length === 0 ? 1 : 0;
    expect(places(built), sourceOf(controllers)).toEqual(places(booted));
    // The build has one text for each place in the source; it is one of the boot's.
    expect(booted, sourceOf(controllers)).toEqual(expect.arrayContaining([...built]));
  }
  expect(valid).toBeGreaterThan(0);
  expect(valid).toBeLessThan(runs);
});

/** Reads all sources in one program, as the integrations do. */
function readAll(texts: readonly string[]): readonly FileReading[] {
  const options = optionsFor({});
  const host = createSourceHost(options);
  const names = texts.map((_, index) => join(REPOSITORY, `test/routes/rules/written-${index}.ts`));
  names.forEach((name, index) => host.replace(name, texts[index] ?? ''));
  const program = ts.createProgram(names, options, host);
  const view = createProjectView(program);
  return names.flatMap((name) => {
    const file = program.getSourceFile(name);
    return file === undefined ? [] : [readFile(file, view)];
  });
}

/** The class of a controller with the signature that the build attaches to it, without its diagnostics. */
function signed(written: WrittenController, index: number, { classes }: FileReading): Type {
  const type = declareWritten(written, index);
  const reading = classes.find(({ signature }) => signature.className === type.name);
  if (reading === undefined) throw new Error(`${type.name} has no signature.`);
  const { faults: _faults, ...signature } = reading.signature;
  const references = { RestRequest: () => RestRequest };
  return withSignature(type, signature, references);
}

/** The texts with which an application refuses to start. */
async function boot(providers: readonly Type[]): Promise<readonly string[]> {
  const imports = [RestModule.forRoot({ namespace: 'acme' })];
  const module = await Test.createTestingModule({ imports, providers: [...providers] }).compile();
  const app = module.createNestApplication({ logger: false });
  try {
    await app.init();
    return [];
  } catch (error) {
    if (error instanceof DeclarationException)
      return unique(error.diagnostics.map(describeDiagnostic));
    throw error;
  } finally {
    await app.close();
  }
}

/** Codes and places. Two placeholders without parameters are one place: the path. */
function places(texts: readonly string[]): readonly string[] {
  const found = texts.map((text) => /^(RR\d{4}): .*? \((Controller[^)]*)\)\. Expected/.exec(text));
  return unique(
    found.map((match) => `${match?.[1]} ${match?.[2]}`.replace(/^(RR1003 .*), \{.*\}$/, '$1')),
  );
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
