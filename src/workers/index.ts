export { type Broker, type BrokerStartOptions, openBroker } from './broker-client.js';
export { openService, type Service } from './worker-client.js';
