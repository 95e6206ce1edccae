import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rest-routes-release-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Checks a tarball of version 1.2.3, in a folder with a changelog, in the repository acme/routes. */
function check(tag: string, changelog: string, repository?: object) {
  mkdirSync(join(folder, 'package'));
  const manifest = JSON.stringify({ version: '1.2.3', repository });
  writeFileSync(join(folder, 'package/package.json'), manifest);
  execFileSync('tar', ['-czf', 'it.tgz', 'package/package.json'], { cwd: folder });
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  const script = join(REPOSITORY, '.ci/check-release.mjs');
  const env = { ...process.env, GITHUB_REPOSITORY: 'acme/routes' };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag, 'it.tgz'], options);
  return { status, text: `${stdout}${stderr}`.trim().split('\n') };
}

const CHANGELOG = '# Changelog\n\n## 1.2.3\n\n- It works.\n';

test('a tarball is the release of its tag, its changelog and its repository', () => {
  const repository = { type: 'git', url: 'git+https://github.com/acme/routes.git' };
  const found = check('v1.2.3', CHANGELOG, repository);
  expect(found).toEqual({ status: 0, text: ['The tarball is v1.2.3.'] });
});

test('a release of another version, without a changelog or of another repository is rejected', () => {
  const changelog = '# Changelog\n\n## 1.2.3 (unreleased)\n';
  const found = check('v1.2.4', changelog, { url: 'git+https://github.com/other/routes.git' });
  expect(found).toEqual({
    status: 1,
    text: [
      'The tarball has version 1.2.3, and the tag is v1.2.4.',
      'CHANGELOG.md has no title "## 1.2.3", but ## 1.2.3 (unreleased).',
      '"repository" in package.json is git+https://github.com/other/routes.git. npm expects git+https://github.com/acme/routes.git.',
    ],
  });
});

test('a release whose manifest names no repository is rejected', () => {
  expect(check('v1.2.3', CHANGELOG).text).toEqual([
    '"repository" in package.json is missing. npm expects git+https://github.com/acme/routes.git.',
  ]);
});
