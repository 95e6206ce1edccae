import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { UploadedFile } from 'nestjs-rest-routes';
import { loudly } from '../../support/skip-loudly.js';

const onUnix = test.skipIf(
  loudly(process.platform === 'win32', 'the mode of a saved file', 'Windows has no such modes'),
);

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploaded-file-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function modeOf(path: string): Promise<number> {
  return (await stat(join(folder, path))).mode & 0o777;
}

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

onUnix('saveTo gives a new file the mode that the umask leaves, as node:fs does', async () => {
  const old = process.umask(0o027);
  onTestFinished(() => void process.umask(old));
  await UploadedFile.of('b.txt', 'new').saveTo(join(folder, 'a.txt'));
  expect(await modeOf('a.txt')).toBe(0o640);
});

onUnix.each([0o600, 0o640, 0o444, 0o755])(
  'saveTo over a file keeps its mode (%o)',
  async (mode) => {
    await writeFile(join(folder, 'a.txt'), 'before');
    await chmod(join(folder, 'a.txt'), mode);
    await UploadedFile.of('b.txt', 'after').saveTo(join(folder, 'a.txt'));
    expect([await readFile(join(folder, 'a.txt'), 'utf8'), await modeOf('a.txt')]).toEqual([
      'after',
      mode,
    ]);
  },
);

onUnix('saveTo at a symbolic link writes the file that it leads to, as node:fs does', async () => {
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files/a.txt'), 'before', { mode: 0o600 });
  await symlink('files/a.txt', join(folder, 'link'));
  await UploadedFile.of('b.txt', 'after').saveTo(join(folder, 'link'));
  expect((await lstat(join(folder, 'link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(folder, 'files/a.txt'), 'utf8')).toBe('after');
  expect(await modeOf('files/a.txt')).toBe(0o600);
  expect(await readdir(join(folder, 'files'))).toEqual(['a.txt']);
});

test('saveTo that fails leaves nothing behind and throws the error of the file system', async () => {
  const file = UploadedFile.of('a.txt', 'x');
  await expect(file.saveTo(folder)).rejects.toMatchObject({ syscall: 'rename' });
  await expect(file.saveTo(join(folder, 'no', 'a.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual([]);
  const beside = await readdir(dirname(folder));
  expect(beside.filter((name) => name.includes(basename(folder)))).toEqual([basename(folder)]);
});
