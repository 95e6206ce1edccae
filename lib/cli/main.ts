#!/usr/bin/env node
import 'reflect-metadata';
import { ProgressLine } from './command-line.js';
import { run } from './run.js';

const progress = new ProgressLine(process.stderr);
const write = (stream: NodeJS.WriteStream, text: string): void => {
  progress.clear();
  stream.write(`${text}\n`);
};
const code = await run(process.argv.slice(2), {
  print: (text) => write(process.stdout, text),
  complain: (text) => write(process.stderr, text),
  report: progress.show,
  hasColors: process.stdout.isTTY && process.stdout.hasColors(),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
});
progress.clear();
// Handles that the modules of an application opened must not keep the process alive.
process.exit(code);
