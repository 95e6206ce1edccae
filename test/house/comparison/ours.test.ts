import { ItemsModule } from './ours/items.module.js';
import { testItems } from './suite.js';

// Without the usual parts: both applications state how users are found.

testItems('one resource in our way', ItemsModule);
