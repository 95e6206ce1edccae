import { Inject, Injectable, applyDecorators } from '@nestjs/common';
import { IsString } from 'class-validator';
import {
  HttpMethod,
  LazyInjectable,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';

@Injectable()
class Decorated {
  url: string;
}

@LazyInjectable()
class Lazy {
  url: string;
}

const Service = () => applyDecorators(Injectable());

@Service()
class Composed {
  @IsString() url: string;
}

class WithMethod {
  url: string;
  find() {}
}

class WithInheritedMethod extends WithMethod {
  other: string;
}

class WithFunction {
  url: string;
  find = () => this.url;
}

class WithAccessor {
  url: string;
  get address() {
    return this.url;
  }
}

class WithState {
  written: string[] = [];
}

class WithSecret {
  url: string;
  private readonly secret: string;
}

class WithHardSecret {
  url: string;
  readonly #secret = 'hidden';
}

class WithConstructor {
  url: string;
  constructor(state: WithState) {
    this.url = state.written.join();
  }
}

class WithInjection {
  @Inject(WithState) state: WithState;
}

abstract class Token {
  abstract readonly url: string;
}

class Empty {}

class Stated {
  url: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    a: Decorated,
    b: Lazy,
    c: Composed,
    d: WithMethod,
    e: WithInheritedMethod,
    f: WithFunction,
    g: WithAccessor,
    h: WithState,
    i: WithSecret,
    j: WithHardSecret,
    k: WithConstructor,
    l: WithInjection,
    m: Token,
    n: Empty,
    @Param({ inject: Stated }) o: Stated,
  ) {}
}

const named = (name: string, of: string) => ({ name, type: { kind: 'class', name: of } });

export const expected = {
  methods: {
    list: {
      parameters: [
        named('a', 'Decorated'),
        named('b', 'Lazy'),
        named('c', 'Composed'),
        named('d', 'WithMethod'),
        named('e', 'WithInheritedMethod'),
        named('f', 'WithFunction'),
        named('g', 'WithAccessor'),
        named('h', 'WithState'),
        named('i', 'WithSecret'),
        named('j', 'WithHardSecret'),
        named('k', 'WithConstructor'),
        named('l', 'WithInjection'),
        named('m', 'Token'),
        named('n', 'Empty'),
        named('o', 'Stated'),
      ],
    },
  },
};
