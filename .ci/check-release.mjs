// Checks that a tarball is the release that a tag names: node .ci/check-release.mjs v0.1.0 FILE.tgz. The version is
// that of the tag, CHANGELOG.md has it, and the repository, if GITHUB_REPOSITORY names it, is the one that npm
// compares with the statement of provenance. Ends with 1 and every reason if not.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [tag = '', tarball = ''] = process.argv.slice(2);
const unpacked = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], {
  encoding: 'utf8',
});
const { version, repository } = JSON.parse(unpacked);
const repositoryUrl = typeof repository === 'string' ? repository : (repository?.url ?? '');
const { GITHUB_REPOSITORY: name } = process.env;

const reasons = [];
if (tag !== `v${version}`)
  reasons.push(`The tarball has version ${version}, and the tag is ${tag}.`);
const titles = readFileSync('CHANGELOG.md', 'utf8').match(/^## .*$/gm) ?? [];
if (!titles.includes(`## ${version}`))
  reasons.push(`CHANGELOG.md has no title "## ${version}", but ${titles.join(', ')}.`);
if (name !== undefined && !repositoryUrl.replace(/\.git$/, '').endsWith(`github.com/${name}`))
  reasons.push(
    `"repository" in package.json is ${repositoryUrl || 'missing'}. npm expects git+https://github.com/${name}.git.`,
  );

for (const reason of reasons) console.error(reason);
if (reasons.length === 0) console.log(`The tarball is ${tag}.`);
process.exitCode = reasons.length === 0 ? 0 : 1;
