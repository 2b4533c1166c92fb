import { apart } from './display-text.js';

/** What is filled into a text, by the names in it. */
export type Filling = { readonly [name: string]: string | number };

/**
 * A text with `values` in the places of their names, as `{count} {count|memory|memories}`: of two forms the first is for 1. What is
 * filled in cannot turn the direction of the rest.
 */
export const filled = (text: string, values: Filling): string =>
  text.replace(/{(\w+)(\|(.*?)\|(.*?))?}/g, (whole, name: string, forms?: string, one = '', other = '') => {
    const value = values[name] ?? whole;
    if (forms) return Number(value) === 1 ? one : other;
    return typeof value === 'string' ? apart(value) : String(value);
  });
