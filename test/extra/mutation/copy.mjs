// A copy of a checkout that faults are planted in.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls `use` with the folder of a copy that is removed afterwards, also if this process is told to end. */
export async function withCopy(root, use) {
  const folder = mkdtempSync(join(tmpdir(), 'rest-routes-mutation-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  copyFiles(root, folder);
  linkPackages(root, folder);
  await use(folder);
}

/** The files that git knows or does not ignore, as a repository: tests ask it for its files. */
function copyFiles(root, folder) {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of new Set(listed.split('\0'))) {
    if (file !== '') cpSync(join(root, file), join(folder, file), { force: true });
  }
  const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init');
  git('add', '--all');
  git('-c', 'user.name=x', '-c', 'user.email=x@localhost', 'commit', '-m', 'copy');
}

/** The packages of the checkout, but not the caches that tests keep beside them. */
function linkPackages(root, folder) {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (!/^\.(?!bin$)/.test(name)) symlinkSync(join(from, name), join(to, name));
  }
}

/** Plants faults, each in a file of its own place, while a task runs. */
export async function withFaults(folder, faults, task) {
  const before = new Map();
  // From the end of a file, so that the places of the others stay.
  for (const fault of faults.toSorted((a, b) => b.start - a.start)) {
    const path = join(folder, fault.path);
    const text = readFileSync(path, 'utf8');
    if (!before.has(path)) before.set(path, text);
    const end = fault.start + fault.before.length;
    if (text.slice(fault.start, end) !== fault.before)
      throw new Error(`${fault.path} has changed: begin with another file of results.`);
    writeFileSync(path, text.slice(0, fault.start) + fault.after + text.slice(end));
  }
  try {
    return await task([...before.keys()]);
  } finally {
    for (const [path, text] of before) writeFileSync(path, text);
  }
}
