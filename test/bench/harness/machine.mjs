import { cpus, loadavg } from 'node:os';

/** Where and when figures were taken, and how busy it was there: without it they mean nothing. */
export const describeRun = (how) =>
  `${new Date().toISOString().slice(0, 10)}, Node ${[process.version, process.env.NODE_FLAGS].filter(Boolean).join(' ')}, ${cpus()[0].model.trim()} × ${cpus().length}, load ${loadavg()[0].toFixed(1)} before; ${how}; medians, and ratios within a round, then their median.`;
