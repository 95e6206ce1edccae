import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UploadedFile } from '../../../lib/index.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploaded-file-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('a file from memory has a name, a media type and a size in bytes', () => {
  const file = UploadedFile.of('é.txt', 'é', 'text/plain');
  expect(JSON.parse(JSON.stringify(file))).toEqual({ name: 'é.txt', type: 'text/plain', size: 2 });
  expect(UploadedFile.of('x', '').type).toBe('application/octet-stream');
});

test('a file from memory gives its bytes, and a new stream for each call', async () => {
  const bytes = new Uint8Array([0, 255, 10, 13]);
  const file = UploadedFile.of('a.bin', bytes);
  expect([...(await file.bytes())]).toEqual([0, 255, 10, 13]);
  expect([...(await buffer(file.stream()))]).toEqual([0, 255, 10, 13]);
  expect([...(await buffer(file.stream()))]).toEqual([0, 255, 10, 13]);
});

test('a file of no bytes streams nothing and is saved empty', async () => {
  const file = UploadedFile.of('empty', '');
  expect(await buffer(file.stream())).toHaveLength(0);
  await file.saveTo(join(folder, 'empty'));
  expect(await readFile(join(folder, 'empty'))).toHaveLength(0);
});

test('saveTo writes over a file that is there, and leaves nothing beside it', async () => {
  await writeFile(join(folder, 'a.txt'), 'before');
  await UploadedFile.of('b.txt', 'after').saveTo(join(folder, 'a.txt'));
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('after');
  expect(await readdir(folder)).toEqual(['a.txt']);
});

test('saveTo that fails leaves nothing behind and throws the error of the file system', async () => {
  const file = UploadedFile.of('a.txt', 'x');
  await expect(file.saveTo(folder)).rejects.toMatchObject({ syscall: 'rename' });
  await expect(file.saveTo(join(folder, 'no', 'a.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual([]);
  const beside = await readdir(dirname(folder));
  expect(beside.filter((name) => name.includes(basename(folder)))).toEqual([basename(folder)]);
});
