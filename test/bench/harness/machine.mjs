import { cpus } from 'node:os';

/** Where and when figures were taken: without it they mean nothing. */
export const describeRun = (how) =>
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus()[0].model.trim()} × ${cpus().length}; ${how}; medians, and ratios within a round, then their median.`;
