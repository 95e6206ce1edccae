import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratch, type Scratch } from '../plugin/support/scratch.js';
import { PLUGIN_LINE } from '../plugin/support/scratch-sources.js';

/** The examples of the README, in an application of `nest new`, built by `nest build`. */
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?\n)```$/gm)].map(([, text = '']) => text);
const CONTROLLER = /^@RestController\([\s\S]*?\n}\n/m;
const example = blocks[0] ?? '';
const byHand = blocks.find((text) => text.startsWith('@RestController(')) ?? '';

const PLAIN_CONFIG = '"deleteOutDir": true';
const SIGNED_CONFIG = `${PLAIN_CONFIG}, ${PLUGIN_LINE}`;

const ITEM = '/api/acme/v1/items/7';
const ANSWERS = [
  /^200 \{"id":7,"title":"Chair","variant":"full"\}$/,
  /^200 \{"id":7,"title":"Chair","variant":"teaser"\}$/,
  /^400 .*"code":"rest_invalid_param".*"variant":/,
  /^404 .*"code":"item_not_found"/,
  /^404 .*"code":"rest_no_route"/,
];
const PATHS = [
  ITEM,
  `${ITEM}?variant=teaser`,
  `${ITEM}?variant=other`,
  '/api/acme/v1/items/8',
  '/api/acme/v1/items/chair',
];

let scratch: Scratch;
beforeAll(() => {
  scratch = createScratch({ 'src/app.module.ts': example }, '--strict');
}, 60_000);
afterAll(() => scratch.dispose());

test('the first example serves what the README says', () => {
  scratch.edit('nest-cli.json', PLAIN_CONFIG, SIGNED_CONFIG);
  expectAnswers();
}, 60_000);

test('the same controller, declared by hand, serves the same without the plugin', () => {
  expect(byHand).toMatch(CONTROLLER);
  scratch.edit('nest-cli.json', SIGNED_CONFIG, PLAIN_CONFIG);
  scratch.write(
    'src/app.module.ts',
    example.replace(CONTROLLER, () => byHand),
  );
  expectAnswers();
}, 60_000);

test('what a plugin of the host registers is served under its own URLs', () => {
  const moved = blocks.find((text) => text.includes("prefix: 'wp-json'")) ?? '';
  scratch.edit('nest-cli.json', PLAIN_CONFIG, SIGNED_CONFIG);
  scratch.write('src/app.module.ts', moved);
  expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
  const book = '/wp-json/shop/v1/books/7';
  const { text } = scratch.boot(
    book,
    `${book}?format=long`,
    `${book}?format=other`,
    '/wp-json/shop/v1/books/8',
  );
  expect(text.trim().split('\n')).toEqual([
    '200 {"title":"Momo"}',
    '200 {"title":"Momo","pages":300}',
    expect.stringMatching(/^400 .*"code":"rest_invalid_param".*"format":/),
    '404 {"code":"book_not_found","message":"There is no such book.","data":{"status":404}}',
  ]);
}, 60_000);

function expectAnswers(): void {
  expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
  const { text } = scratch.boot(...PATHS);
  const answers = text.trim().split('\n');
  expect(answers).toHaveLength(ANSWERS.length);
  ANSWERS.forEach((answer, at) => expect(answers[at]).toMatch(answer));
}
