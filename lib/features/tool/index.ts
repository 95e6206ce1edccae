import type { Feature } from '../../nest/composition/feature.js';
import { toolOption } from './tool-option.js';

/** Routes as tools of the Model Context Protocol, which `McpModule` serves. */
export const tool: Feature = { name: 'tool', routeOptions: [toolOption] };
