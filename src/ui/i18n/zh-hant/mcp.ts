import type { McpWords } from '../en/mcp.js';

/** The same in traditional Chinese. */
export const ZH_HANT_MCP: McpWords = {
  'mcp.title': 'MCP 伺服器',
  'mcp.teach':
    'MCP 伺服器透過網路提供工具。連線後，它們與其他工具一樣出現在清單中，每次呼叫前都會詢問你。伺服器必須允許本頁面存取（CORS）。',
  'mcp.url': '位址',
  'mcp.key': '金鑰（如果伺服器需要；不會儲存）',
  'mcp.connect': '連線',
  'mcp.cancel': '取消',
  'mcp.again': '重新連線',
  'mcp.disconnect': '斷開連線',
  'mcp.connecting': '正在連線……',
  'mcp.connected': '已連線',
  'mcp.lost': '沒有回應',
  'mcp.disconnected': '已斷開',
  'mcp.tools': '{server} 的工具',
  'mcp.none': '此伺服器沒有提供工具。',
  'mcp.readsTeach': '如果某個工具只查詢內容，請開啟它的開關：之後呼叫它時不再詢問。',
  'mcp.reads': '{name} 只讀取：呼叫時不詢問',
  'mcp.asked': '每次詢問',
  'mcp.notAsked': '不詢問直接呼叫',
  'mcp.hintReads': '伺服器聲稱：只讀取',
  'mcp.hintFinal': '伺服器聲稱：無法復原',
  'mcp.skippedOne': '有 1 個工具未採用',
  'mcp.skipped': '有 {count} 個工具未採用',
  'mcp.failed': '未連線',
};
