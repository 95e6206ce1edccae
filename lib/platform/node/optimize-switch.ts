/** The environment variable that switches all engine-specific optimisations off. */
export const OPTIMIZE_VARIABLE = 'NESTJS_REST_ROUTES_OPTIMIZE';

/**
 * Whether engine-specific optimisations are on. They are, unless the option is `false` or the environment
 * variable is `off`. Called at startup only.
 */
export function isOptimized(
  option: boolean | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): boolean {
  return option !== false && environment[OPTIMIZE_VARIABLE] !== 'off';
}
