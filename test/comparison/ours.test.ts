import { ItemsModule } from './ours/items.module.js';
import { testItems } from './suite.js';

testItems('one resource in our way', ItemsModule);
