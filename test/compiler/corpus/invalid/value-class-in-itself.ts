import { ValueClass } from 'nestjs-rest-routes';

@ValueClass()
export class Subject {
  name: string;
  children: Subject[];
}

// RR1014 at 6:13
