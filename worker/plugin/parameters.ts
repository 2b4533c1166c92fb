/** Name of a type in JSON Schema. */
type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** A JSON Schema, as editors complete it. Every keyword of the dialect 2020-12 may stand in it. */
export interface JsonSchema {
  readonly type?: TypeName | readonly TypeName[];
  readonly title?: string;
  /** For the model, so say what it needs to know. */
  readonly description?: string;
  /** For forms and models. It is not filled in: give the argument a default of your own. */
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly (JsonSchema | boolean)[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: { readonly [name: string]: JsonSchema | boolean };
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly (JsonSchema | boolean)[];
  readonly oneOf?: readonly (JsonSchema | boolean)[];
  readonly allOf?: readonly (JsonSchema | boolean)[];
  readonly not?: JsonSchema | boolean;
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JsonSchema | boolean };
}

/** The schema of a tool's arguments. */
export interface ToolParameters extends JsonSchema {
  readonly type: 'object';
}

/** The schema of arguments whose type is known: it names each of them. */
export type ParametersFor<Args> = Omit<JsonSchema, 'type' | 'properties' | 'required'> & {
  readonly type?: 'object';
  readonly properties: { readonly [Name in keyof Args]-?: JsonSchema | boolean };
  readonly required?: readonly (keyof Args & string)[];
};

interface Plain {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}
type Flat<T> = { [K in keyof T]: T[K] };
type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;
type ObjectOf<S> = S extends { readonly properties: infer P }
  ? Flat<
      { -readonly [K in keyof P as K extends RequiredOf<S> ? K : never]: ValueOf<P[K]> } & {
        -readonly [K in keyof P as K extends RequiredOf<S> ? never : K]?: ValueOf<P[K]>;
      }
    >
  : { [name: string]: unknown };
type OfType<T, S> = T extends keyof Plain
  ? Plain[T]
  : T extends 'array'
    ? S extends { readonly items: infer Item }
      ? ValueOf<Item>[]
      : unknown[]
    : T extends 'object'
      ? ObjectOf<S>
      : unknown;

/** The values that fit a schema, as far as its `type`, `enum`, `const`, `items`, `properties` and `required` say. */
export type ValueOf<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly type: readonly (infer T)[] }
      ? OfType<T, S>
      : S extends { readonly type: infer T }
        ? OfType<T, S>
        : unknown;
